// What went wrong with a call, in the language of the screen. The server writes English: its words are shown on English screens.
import messages from 'messages:en/problem'
import type { Problem } from '../../api/problem'
import type { KeyOf } from '../../i18n/section'
import { useText, useTextLanguage } from '../../i18n/useText'

const keys: Record<number, KeyOf<typeof messages>> = {
  0: 'unreachable',
  401: 'signInEnded',
  403: 'forbidden',
  404: 'notFound',
  409: 'changed',
  412: 'changed',
  422: 'correct',
  429: 'tooMany',
  507: 'noSpace',
}

/** Whether the server's words are in the language of the screen. */
export const useIsServersLanguage = () => useTextLanguage() === 'en'

/** Gives what happened and what to do, as one text. */
export function useProblemText(): (problem: Problem) => string {
  const t = useText(messages)
  const isServersLanguage = useIsServersLanguage()
  return (problem) =>
    isServersLanguage && problem.said !== '' ? problem.text : t(keys[problem.status] ?? 'serverFault')
}
