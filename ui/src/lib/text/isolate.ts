// Isolates the direction of a text within a sentence.

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * Encloses a text with right-to-left characters in Unicode isolates (FSI and PDI), for strings in which `<bdi>` is impossible.
 * Other texts are returned unchanged.
 */
export const isolate = (text: string) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)
