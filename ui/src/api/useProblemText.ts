// The text of a failed call in the screen language. The server's details are in English and are shown on English screens only.
import messages from 'messages:en/problem'
import { useText, useTextLanguage } from '../i18n/useText'
import { type Problem, problemKey } from './problem'

/** Whether the server's texts are in the screen language. */
export const useIsServersLanguage = () => useTextLanguage() === 'en'

/** Returns a function for what happened and what to do, as one text. */
export function useProblemText(): (problem: Problem) => string {
  const t = useText(messages)
  const isServersLanguage = useIsServersLanguage()
  return (problem) => (isServersLanguage ? problem.text : t(problemKey(problem.status)))
}
