// Text that runs from the right within a sentence, or the other way round.

const fromTheRight =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * A text that may run the other way than the sentence it is put into, kept apart from it by the marks of Unicode (FSI and PDI):
 * for strings, where there is no room for `<bdi>`. Others stay as they are.
 */
export const isolated = (text: string) => (fromTheRight.test(text) ? `\u2068${text}\u2069` : text)
