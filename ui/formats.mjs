// How each language of the screens writes numbers, days and the names of languages: for the server, which has no `Intl`.
import { readFileSync } from 'node:fs'
import { languages } from './messages.mjs'

/** Tags of languages that a catalogue may have. */
const knownTags = [
  ...new Set(
    readFileSync(new URL('../assets/languages/names.tsv', import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line) => line.split('\t')[1] ?? []),
  ),
].sort()

/** A day of each month whose numbers stand for nothing else: the 27th of 3333. */
const dayOfMonth = (month) => new Date(Date.UTC(3333, month, 27))

/** How each month is written by this format, with `{d}` and `{y}` for day and year. */
const monthPatterns = (locale, options) => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  return Array.from({ length: 12 }, (_, month) =>
    format.format(dayOfMonth(month)).replace('27', '{d}').replace('3333', '{y}'),
  )
}

/** How a language of the screens writes numbers, days and names of languages, as `Intl` does in the screens. */
function formatOf(language) {
  const locale = new Intl.Locale(language, { region: 'US' }).toString()
  const parts = (n) => new Intl.NumberFormat(locale).formatToParts(n)
  const groups = (n) => parts(n).some(({ type }) => type === 'group')
  const names = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' })
  const isUs = locale === 'en-US'
  return {
    group: parts(1_234_567).find(({ type }) => type === 'group')?.value ?? '',
    minGrouped: [1_000, 10_000].find(groups) ?? 1_000,
    days: monthPatterns(locale, isUs ? { year: 'numeric', month: 'numeric', day: 'numeric' } : { dateStyle: 'medium' }),
    months: monthPatterns(locale, { year: 'numeric', month: 'long' }),
    languages: Object.fromEntries(knownTags.flatMap((tag) => (names.of(tag) ? [[tag, names.of(tag)]] : []))),
  }
}

/** By language. */
export const formats = () => Object.fromEntries(languages.map((language) => [language, formatOf(language)]))
