// Which row of the form each of several files belongs to, by the item number or language in its name. Names are compared
// exactly after folding, never by distance: what is not certain is left to the person.

import { useEffect, useRef, useState } from 'react'
import { parseTag } from '../../../lib/text/languages'
import { valueKey } from '../../../lib/text/sameValue'
import type { LanguageRow } from '../formValues'

/** A language of the catalogue. */
export interface KnownLanguage {
  value: string
  tag: string | null
  /** Its own name. */
  name: string
}

/** The row of a file, and for a file without one the languages in its name that no row has. */
interface Placement {
  /** The index of its row; null if the name does not decide it. */
  row: number | null
  missing: readonly string[]
}

/** The placement of each file, in order. Two files never get the same row. */
export function placeFiles(
  names: readonly string[],
  rows: readonly Pick<LanguageRow, 'lang' | 'ksbgNumber'>[],
  languages: readonly KnownLanguage[],
): Placement[] {
  const known = knownNames(rows, languages)
  const placed = names.map((name) => placeFile(name, rows, known))
  const taken = (row: number) => placed.filter((other) => other.row === row).length > 1
  return placed.map(({ row, missing }) => ({ row: row !== null && taken(row) ? null : row, missing }))
}

interface Word {
  text: string
  /** What is between it and the previous word. */
  before: string
  /** What is between it and the next word. */
  after: string
}

/** Without case, accents and compatibility forms. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()

const isWord = /[\p{L}\p{N}\p{M}]+/gu

function wordsOf(text: string): Word[] {
  const folded = fold(text)
  const found = [...folded.matchAll(isWord)]
  const gap = (from: number, to: number | undefined) => folded.slice(from, to)
  return found.map(({ 0: word, index }, n) => {
    const previous = found[n - 1]
    return {
      text: word,
      before: gap(previous ? previous.index + previous[0].length : 0, index),
      after: gap(index + word.length, found[n + 1]?.index),
    }
  })
}

/** Without separators: 'KSBG 1042' and 'ksbg-1042' are one number. */
const joined = (text: string) =>
  wordsOf(text)
    .map((word) => word.text)
    .join('')

/** A name without the extension of its type: 'KSBG104.1' has none, and 'a.pdf.pdf' has one. */
function withoutExtension(name: string): string {
  const extension = /\.(?=[^.]*[a-z])[a-z0-9]{1,5}$/i.exec(name)?.[0]
  if (extension === undefined || extension.length === name.length) return name
  const rest = name.slice(0, -extension.length)
  return rest.toLowerCase().endsWith(extension.toLowerCase()) ? withoutExtension(rest) : rest
}

const MAX_WORDS = 6

interface Run {
  from: number
  to: number
  text: string
}

/** Every run of words, joined. */
function runsOf(words: readonly Word[]): Run[] {
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_WORDS, words.length - from) }, (_, more) => {
      const to = from + more + 1
      const run = words.slice(from, to)
      return { from, to, text: run.map(({ text }) => text).join('') }
    }),
  )
}

const isWithin = (inner: Run, outer: Run) =>
  inner !== outer && outer.from <= inner.from && inner.to <= outer.to && outer.text.length > inner.text.length

function placeFile(name: string, rows: readonly Pick<LanguageRow, 'lang' | 'ksbgNumber'>[], known: KnownNames) {
  const base = withoutExtension(name)
  const words = wordsOf(base)
  const byNumber = rowsWithNumber(words, rows)
  const mentions = languagesIn(words, known)
  // A name of two languages says neither.
  if (mentions.length > 1) return { row: null, missing: [] }
  const values = new Set(mentions[0])
  const byLanguage = indexes(rows, ({ lang }) => values.has(valueKey(lang)))
  const missing = byLanguage.length > 0 ? [] : known.values.filter((value) => values.has(valueKey(value)))
  if (byNumber.length > 0 && mentions.length === 0) return { row: only(byNumber), missing: [] }
  if (byNumber.length === 0) return { row: only(byLanguage), missing }
  return { row: only(byNumber.filter((row) => byLanguage.includes(row))), missing }
}

const only = (found: readonly number[]) => (found.length === 1 ? (found[0] ?? null) : null)

const indexes = <Item>(items: readonly Item[], fits: (item: Item) => boolean) =>
  items.flatMap((item, n) => (fits(item) ? [n] : []))

/** The rows whose whole item number is in the name; without its letters only if it is the whole name. */
function rowsWithNumber(words: readonly Word[], rows: readonly Pick<LanguageRow, 'ksbgNumber'>[]): number[] {
  const runs = runsOf(words)
  const numbers = rows.map(({ ksbgNumber }) => joined(ksbgNumber))
  const matches = runs.filter(({ text }) => numbers.includes(text))
  // 'KSBG-1042' mentions 1042 too, where that is the number of another row.
  const widest = matches.filter((run) => !matches.some((other) => isWithin(run, other)))
  const found = new Set(widest.map(({ text }) => text))
  if (found.size > 0) return indexes(numbers, (number) => found.has(number))
  const whole = words.map(({ text }) => text).join('')
  if (!/^\p{N}+$/u.test(whole)) return []
  return indexes(numbers, (number) => number.replace(/^\P{N}+/u, '') === whole)
}

interface KnownNames {
  /** The language values of the rows and of the catalogue. */
  values: string[]
  /** The keys of the values that have this name, joined and folded. */
  byName: ReadonlyMap<string, ReadonlySet<string>>
  /** The keys of the values with their tags. */
  tags: readonly { key: string; tag: string }[]
}

function knownNames(rows: readonly Pick<LanguageRow, 'lang'>[], languages: readonly KnownLanguage[]): KnownNames {
  const inRows = rows.map(({ lang }) => lang.trim()).filter((lang) => lang !== '')
  const values = [
    ...new Map([...inRows, ...languages.map(({ value }) => value)].map((value) => [valueKey(value), value])).values(),
  ]
  const byName = new Map<string, Set<string>>()
  const add = (name: string, key: string) => {
    const folded = joined(name)
    if (folded !== '') byName.set(folded, (byName.get(folded) ?? new Set()).add(key))
  }
  const tags: { key: string; tag: string }[] = []
  for (const value of values) {
    const key = valueKey(value)
    add(value, key)
    const language = languages.find((one) => valueKey(one.value) === key)
    if (language) add(language.name, key)
    const tag = parseTag(language?.tag ?? null)
    if (tag === null) continue
    tags.push({ key, tag })
    for (const name of displayNames(tag)) add(name, key)
  }
  return { values, byName, tags }
}

const namers = ['en', 'es'].map((locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }))

/** The English and Spanish names of a tag, and of the language without script and region. */
function displayNames(tag: string): string[] {
  const base = new Intl.Locale(tag).language
  return namers.flatMap((names) => [names.of(tag), names.of(base)]).filter((name) => name !== undefined)
}

/** The languages that the name mentions, each as the keys of the values that it may be. */
function languagesIn(words: readonly Word[], known: KnownNames): ReadonlySet<string>[] {
  const runs = runsOf(words)
  const named = runs.flatMap((run) => {
    const values = known.byName.get(run.text)
    return values ? [{ ...run, values }] : []
  })
  const coded = runs.flatMap((run) => {
    const values = isCodePlace(words, run) ? valuesWithCode(words.slice(run.from, run.to), known) : new Set<string>()
    return values.size > 0 ? [{ ...run, values }] : []
  })
  const all = [...named, ...coded]
  const widest = all.filter((mention) => !all.some((other) => isWithin(mention, other)))
  const distinct = new Map(widest.map(({ values }) => [[...values].sort().join('\n'), values]))
  return [...distinct.values()]
}

/** What may follow a code at the end of a name. */
const versionWord = /^(final|draft|copy|scan|scanned|print|web|rev|v?\d+)$/

/** A code is in brackets, or after `_`, `-` or a stop at the end: elsewhere 'it' and 'so' are words. */
function isCodePlace(words: readonly Word[], { from, to }: Run): boolean {
  const [before, after] = [words[from]?.before ?? '', words[to - 1]?.after ?? '']
  if (/[([{]$/.test(before) && /^[)\]}]/.test(after)) return true
  const isLast = words.slice(to).every(({ text }) => versionWord.test(text))
  return isLast && /[_.-]$/.test(before)
}

/** The languages with a code such as 'es', 'spa', 'zh-TW'. A code without script and region is every form of its language. */
function valuesWithCode(run: readonly Word[], { tags }: KnownNames): Set<string> {
  const code = run.map(({ text }) => text).join('-')
  if (!/^[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2})?$/.test(code) || run.slice(1).some(({ before }) => !/^[-_]$/.test(before))) {
    return new Set()
  }
  const wanted = parseTag(code)
  if (wanted === null) return new Set()
  const isWhole = code.includes('-')
  const fits = (tag: string) => {
    const [a, b] = [new Intl.Locale(wanted).maximize(), new Intl.Locale(tag).maximize()]
    return a.language === b.language && (!isWhole || a.script === b.script)
  }
  return new Set(tags.flatMap(({ key, tag }) => (fits(tag) ? [key] : [])))
}

/** Files that are dropped on or pasted into the form, anywhere on its page. */
export interface ChosenFile {
  file: File
  isFolder: boolean
}

/** The attribute of the element of a row, with its index. */
const rowAttribute = 'data-language-row'

/** The index of the row that contains an element; null outside of the rows. */
function rowAt(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest(`[${rowAttribute}]`) : null
  return row ? Number(row.getAttribute(rowAttribute)) : null
}

const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.some((type) => type === 'Files') ?? false

/** Must be called in the handler of the event, after which the browser takes the data back. */
const filesOf = (data: DataTransfer): ChosenFile[] =>
  [...data.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null
    return file ? [{ file, isFolder: item.webkitGetAsEntry?.()?.isDirectory ?? false }] : []
  })

/** Nothing is dropped on the page behind a dialog. */
const isCovered = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Whether the paste is text for the field with the focus: a spreadsheet puts a picture of its cells beside it. */
const isTextPaste = (target: EventTarget | null, data: DataTransfer) =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && data.types.includes('text/plain')

/**
 * Calls `onFiles` with the files and the row on which they were dropped, or in which the focus was; null outside of the rows.
 * Returns the row that files are being dragged over, `page` elsewhere on the page, and null while nothing is dragged.
 */
export function useDroppedFiles(onFiles: (files: ChosenFile[], row: number | null) => void): number | 'page' | null {
  const [over, setOver] = useState<number | 'page' | null>(null)
  const latest = useRef(onFiles)
  latest.current = onFiles
  // External system: the page. Without this, a file dropped beside a row would replace the page and what was typed.
  useEffect(() => {
    const dragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isCovered() ? 'none' : 'copy'
      if (!isCovered()) setOver(rowAt(event.target) ?? 'page')
    }
    const dragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(null)
    }
    const drop = (event: DragEvent) => {
      setOver(null)
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      if (!isCovered()) take(filesOf(event.dataTransfer), rowAt(event.target))
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      if (!hasFiles(clipboardData) || isTextPaste(target, clipboardData) || isCovered()) return
      event.preventDefault()
      // Some browsers paste into the page when a button has the focus.
      take(filesOf(clipboardData), rowAt(target) ?? rowAt(document.activeElement))
    }
    const take = (files: ChosenFile[], row: number | null) => {
      if (files.length > 0) latest.current(files, row)
    }
    document.addEventListener('dragover', dragOver)
    document.addEventListener('dragleave', dragLeave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', dragOver)
      document.removeEventListener('dragleave', dragLeave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return over
}
