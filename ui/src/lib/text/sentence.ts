// Texts that begin a line.

/** With a capital letter at the beginning. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** With a full stop as well. */
export const sentence = (text: string) => `${capitalized(text)}.`
