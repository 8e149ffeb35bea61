// The languages that handouts are translated into, and the one whose gaps are shown first.
import { type ReadableLanguage, useLanguages } from '../api/languages'
import { isSameLanguage } from '../lib/languages'
import { useReaderTag } from './readerLanguage'

/** Every language with a tag and materials but English; `usual` is the reader's own among them, or the most used one. */
export function useTranslationTargets(): { targets: readonly ReadableLanguage[]; usual: ReadableLanguage | undefined } {
  const targets = useLanguages().readable.filter(({ tag }) => !isSameLanguage(tag, 'en'))
  const reader = useReaderTag()
  return { targets, usual: targets.find(({ tag }) => tag === reader) ?? targets[0] }
}
