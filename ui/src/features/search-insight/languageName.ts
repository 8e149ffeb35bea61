// The names of the languages in which people search.
import t from 'messages:staff/searchInsight'
import { noLanguage } from '../../api/maintenance/thesaurus'
import { displayName } from '../../lib/text/displayName'

const languages = new Intl.DisplayNames('en-US', { type: 'language' })
const scripts = new Intl.DisplayNames('en-US', { type: 'script' })

/** The name of a language, or of its script if only that is known. */
export function languageName(tag: string): string {
  if (tag === noLanguage) return t('languageNotKnown')
  const script = tag.startsWith(`${noLanguage}-`) ? tag.slice(noLanguage.length + 1) : undefined
  return script ? t('scriptName', { name: displayName(scripts, script) }) : displayName(languages, tag)
}
