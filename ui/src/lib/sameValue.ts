// When two spellings are one lookup value; the same rule as the server's (src/model/category.rs), and the same test cases.

/** A value as compared: without white space, each character in lower case by itself. */
export const valueKey = (value: string) =>
  Array.from(value.replace(/\p{White_Space}/gu, ''), (character) => character.toLowerCase()).join('')

/** Whether two values differ in case or white space at most. */
export const sameValue = (a: string | null | undefined, b: string | null | undefined) =>
  a != null && b != null && valueKey(a) === valueKey(b)
