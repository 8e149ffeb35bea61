// Names of languages: the own name as its readers write it, and the catalogue's value in the language of the screen.
import { type CatalogueLanguage, useLanguages } from '../api/languages'
import { useLocale, useTextLanguage } from '../i18n/useText'
import { sortLanguages } from '../lib/languages'
import styles from './LanguageName.module.css'

/** The own name, in its own script and direction, kept apart from the text around it. */
export const OwnName = ({
  language: { name, tag, dir },
}: {
  language: Pick<CatalogueLanguage, 'name' | 'tag' | 'dir'>
}) => (
  <bdi lang={tag ?? undefined} dir={dir}>
    {name}
  </bdi>
)

/** Gives the name of a language value: the catalogue's own word in English, else that of the screen's language. */
export function useLanguageName(): (value: string) => string {
  const isEnglish = useTextLanguage() === 'en'
  const locale = useLocale()
  const { of } = useLanguages()
  if (isEnglish) return (value) => value
  const names = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' })
  return (value) => {
    const tag = of(value)?.tag
    const name = tag ? names.of(tag) : undefined
    return name ? name.charAt(0).toLocaleUpperCase(locale) + name.slice(1) : value
  }
}

/** Sorts language values as they are shown: English first, the rest by their names in the language of the screen. */
export function useSortedLanguages(): (values: readonly string[]) => string[] {
  const nameOf = useLanguageName()
  const locale = useLocale()
  return (values) => sortLanguages(values, nameOf, locale)
}

/** A language value with its own name beside it, where they differ. */
export function NamedLanguage({ value }: { value: string }) {
  const named = useLanguageName()(value)
  const language = useLanguages().of(value)
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
