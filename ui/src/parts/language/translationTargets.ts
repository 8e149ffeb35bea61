// The languages that handouts are translated into, and the default one.
import { type ChoosableLanguage, useLanguages } from '../../api/languages'
import { isSameLanguage } from '../../lib/text/languages'
import { usePreferredTag } from '../../session/preferredLanguage'

/**
 * Every language with a tag and citations except English. `defaultTarget` is the preferred one if included, otherwise
 * the most used.
 */
export function useTranslationTargets(): {
  targets: readonly ChoosableLanguage[]
  defaultTarget: ChoosableLanguage | undefined
} {
  const targets = useLanguages().choosable.filter(({ tag }) => !isSameLanguage(tag, 'en'))
  const preferred = usePreferredTag()
  return { targets, defaultTarget: targets.find(({ tag }) => tag === preferred) ?? targets[0] }
}
