// Whether two spellings are the same lookup value; the same rule and test cases as on the server.

/** The comparison key of a value: without white space, each character in lower case. */
export const valueKey = (value: string) =>
  Array.from(value.replace(/\p{White_Space}/gu, ''), (character) => character.toLowerCase()).join('')

/** Whether two values are equal except for case and white space. */
export const sameValue = (a: string | null | undefined, b: string | null | undefined) =>
  a != null && b != null && valueKey(a) === valueKey(b)
