// The texts of one part of the screens, and how one of them is made into what is shown.
import type { CompiledMessage, FormatValues } from 'icu-minify/format'
import format from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'

/** A text that needs nothing. */
export type None = Record<never, never>

/** What stands where a text has a tag; it gets what is between the tag's ends. */
export type Tag = (content: ReactNode) => ReactNode

/** Texts by their keys, as the build has compiled them. */
export type Texts = Record<string, CompiledMessage>

/** The English texts of a section. `Keys` says what each text needs. */
export interface Section<Keys> {
  name: string
  texts: Texts
  /** Never there: it carries the type. */
  keys?: Keys
}

type ValuesOf<Needs> = keyof Needs extends never ? [] : [values: Needs]
type PlainKey<Keys> = {
  [Key in keyof Keys]: Tag extends Keys[Key][keyof Keys[Key]] ? never : Key
}[keyof Keys]

/** Gives the texts of a section in one language. */
export interface Text<Keys> {
  <Key extends PlainKey<Keys> & string>(key: Key, ...values: ValuesOf<Keys[Key]>): string
  /** For texts that hold elements. */
  rich<Key extends keyof Keys & string>(key: Key, ...values: ValuesOf<Keys[Key]>): ReactNode
}

/** The keys of a section. */
export type KeyOf<Of> = Of extends Section<infer Keys> ? keyof Keys & string : never

/** What gives the texts of a section. */
export type TextOf<Of> = Of extends Section<infer Keys> ? Text<Keys> : never

/** `Intl` objects are expensive to make: one for each locale and set of options. */
function kept<Made>(make: (locale: string, options: object | undefined) => Made) {
  const made = new Map<string, Made>()
  return (locale?: unknown, options?: object) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const found = made.get(key) ?? make(String(locale), options)
    made.set(key, found)
    return found
  }
}

const formatters = {
  getNumberFormat: kept((locale, options) => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: kept((locale, options) => new Intl.DateTimeFormat(locale, options)),
  getPluralRules: kept((locale, options) => new Intl.PluralRules(locale, options)),
}

/** Numbers and dates are written as people of this language do in the United States. */
export const localeOf = (language: string) => new Intl.Locale(language, { region: 'US' }).toString()

/** The texts of a section in a language; `others` are that language's own, and null for English. */
export function textOf<Keys>(
  { name, texts }: Section<Keys>,
  language: string,
  others: Record<string, Texts> | null,
): Text<Keys> {
  const locale = localeOf(language)
  const own = others?.[name] ?? texts
  const made = (key: string, values?: object) =>
    format<ReactNode>(own[key] ?? '', locale, values as FormatValues<ReactNode>, { formatters })
  const text = (key: string, values?: object) => made(key, values) as string
  return Object.assign(text, {
    rich: (key: string, values?: object) => createElement(Fragment, null, ...[made(key, values)].flat()),
  }) as Text<Keys>
}
