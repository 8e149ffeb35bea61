// The text of a failed call in the screen language. The server's details are in English and are shown on English screens only.
import messages from 'messages:en/problem'
import type { Problem } from '../../api/problem'
import type { KeyOf } from '../../i18n/section'
import { useText, useTextLanguage } from '../../i18n/useText'

const keys: Record<number, KeyOf<typeof messages>> = {
  [-2]: 'foreign',
  0: 'unreachable',
  401: 'signInExpired',
  403: 'forbidden',
  404: 'notFound',
  409: 'changed',
  412: 'changed',
  422: 'correct',
  429: 'tooMany',
  507: 'noSpace',
}

/** Whether the server's texts are in the screen language. */
export const useIsServersLanguage = () => useTextLanguage() === 'en'

/** Returns a function for what happened and what to do, as one text. */
export function useProblemText(): (problem: Problem) => string {
  const t = useText(messages)
  const isServersLanguage = useIsServersLanguage()
  return (problem) =>
    isServersLanguage && problem.serverDetail !== '' ? problem.text : t(keys[problem.status] ?? 'serverError')
}
