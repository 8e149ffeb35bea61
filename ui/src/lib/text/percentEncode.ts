// Percent-encoding of query parameters.

/** Encodes apostrophes too. Source: spec section 5. */
export const percentEncode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')
