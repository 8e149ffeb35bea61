// The texts of one section of the screens, and their formatting.
import type { CompiledMessage, FormatValues } from 'icu-minify/format'
import format from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'

/** The values of a text without placeholders. */
export type None = Record<never, never>

/** Renders a tag of a text; receives the content of the tag. */
export type Tag = (content: ReactNode) => ReactNode

/** The compiled texts by their keys. */
export type Texts = Record<string, CompiledMessage>

/** The English texts of a section. `Keys` has the placeholders of each text. */
export interface Section<Keys> {
  name: string
  texts: Texts
  /** Always undefined; carries the type. */
  keys?: Keys
}

type ValuesOf<Needs> = keyof Needs extends never ? [] : [values: Needs]
type PlainKey<Keys> = {
  [Key in keyof Keys]: Tag extends Keys[Key][keyof Keys[Key]] ? never : Key
}[keyof Keys]

/** Formats the texts of a section in one language. */
export interface Text<Keys> {
  <Key extends PlainKey<Keys> & string>(key: Key, ...values: ValuesOf<Keys[Key]>): string
  /** For texts that contain elements. */
  rich<Key extends keyof Keys & string>(key: Key, ...values: ValuesOf<Keys[Key]>): ReactNode
}

/** The keys of a section. */
export type KeyOf<Of> = Of extends Section<infer Keys> ? keyof Keys & string : never

/** The keys of the texts of a section that contain no elements. */
export type PlainKeyOf<Of> = Of extends Section<infer Keys> ? PlainKey<Keys> & string : never

/** The formatter of a section. */
export type TextOf<Of> = Of extends Section<infer Keys> ? Text<Keys> : never

const formatters = {
  getNumberFormat: byLocale((locale, options) => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: byLocale((locale, options) => new Intl.DateTimeFormat(locale, options)),
  getPluralRules: byLocale((locale, options) => new Intl.PluralRules(locale, options)),
}

/** The locale of a language in the United States, for numbers and dates. */
export const toLocale = byLocale((language) => new Intl.Locale(language, { region: 'US' }).toString())

/** Creates the formatter of a section; `others` are the texts of a language other than English, null for English. */
export function createText<Keys>(
  { name, texts }: Section<Keys>,
  language: string,
  others: Record<string, Texts> | null,
): Text<Keys> {
  const locale = toLocale(language)
  const own = others?.[name] ?? texts
  const made = (key: string, values?: object) =>
    format<ReactNode>(own[key] ?? '', locale, values as FormatValues<ReactNode>, { formatters })
  const text = (key: string, values?: object) => made(key, values) as string
  return Object.assign(text, {
    rich: (key: string, values?: object) => createElement(Fragment, null, ...[made(key, values)].flat()),
  }) as Text<Keys>
}

/** Returns a function that creates an object for a locale and options once, and reuses it afterwards. */
export function byLocale<Made, Options = object>(make: (locale: string, options?: Options) => Made) {
  const made = new Map<string, Made>()
  return (locale?: unknown, options?: Options): Made => {
    const key = `${locale} ${JSON.stringify(options)}`
    const found = made.get(key) ?? make(String(locale), options)
    made.set(key, found)
    return found
  }
}
