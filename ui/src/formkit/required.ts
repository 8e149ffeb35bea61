// The validation of required fields.

/** A rule of react-hook-form: the text must not be blank. */
export const required = (message: string) => (value: string) => value.trim() !== '' || message
