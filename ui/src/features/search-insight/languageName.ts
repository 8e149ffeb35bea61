// The names of the languages in which people search.
import { noLanguage } from '../../api/maintenance/thesaurus'

const languages = new Intl.DisplayNames('en-US', { type: 'language' })
const scripts = new Intl.DisplayNames('en-US', { type: 'script' })

/** The name of a language, or of its script if only that is known. */
export function languageName(tag: string): string {
  if (tag === noLanguage) return 'Language not known'
  const script = tag.startsWith(`${noLanguage}-`) ? tag.slice(noLanguage.length + 1) : undefined
  return script ? `${scripts.of(script) ?? script} script` : (languages.of(tag) ?? tag)
}
