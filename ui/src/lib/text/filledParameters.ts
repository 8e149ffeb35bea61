// Parameters of a URL.

/** Empty values are omitted. */
export const filledParameters = (values: Record<string, string>) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
