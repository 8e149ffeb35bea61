// Names of languages: their own names, and the names in the screen language.
import { type CatalogueLanguage, useLanguages } from '../../api/languages'
import { byLocale } from '../../i18n/section'
import { useLocale, useTextLanguage } from '../../i18n/useText'
import { sortLanguages } from '../../lib/text/languages'
import styles from './LanguageName.module.css'

/** A language's own name, with its direction isolated from the surrounding text. */
export const OwnName = ({
  language: { name, tag, dir },
}: {
  language: Pick<CatalogueLanguage, 'name' | 'tag' | 'dir'>
}) => (
  <bdi lang={tag ?? undefined} dir={dir}>
    {name}
  </bdi>
)

const displayNames = byLocale((locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }))

/** Returns a function for the name of a language value in the screen language; in English, the value itself. */
export function useLanguageName(): (value: string) => string {
  const isEnglish = useTextLanguage() === 'en'
  const locale = useLocale()
  const { byValue } = useLanguages()
  if (isEnglish) return (value) => value
  const names = displayNames(locale)
  return (value) => {
    const tag = byValue(value)?.tag
    const name = tag ? names.of(tag) : undefined
    return name ? name.charAt(0).toLocaleUpperCase(locale) + name.slice(1) : value
  }
}

/** Returns a function that sorts language values: English first, the rest by their names in the screen language. */
export function useSortedLanguages(): (values: readonly string[]) => string[] {
  const nameOf = useLanguageName()
  const locale = useLocale()
  return (values) => sortLanguages(values, nameOf, locale)
}

/** The name of a language value, followed by its own name if they differ. */
export function NamedLanguage({ value }: { value: string }) {
  const named = useLanguageName()(value)
  const language = useLanguages().byValue(value)
  return (
    <>
      <bdi>{named}</bdi>
      {language && language.name !== named && (
        <span className={styles.own}>
          {' '}
          <OwnName language={language} />
        </span>
      )}
    </>
  )
}
