// What files lack for people who use assistive technology.
import type { QueryClient } from '@tanstack/react-query'
import { addressOf, call, listQuery, type Nullable } from '../client'
import type * as Described from '../schema'

/** The findings, in the order of the lists. */
export const findingKinds = [
  'noText',
  'notTagged',
  'untaggedText',
  'noLanguage',
  'otherLanguage',
  'noTitle',
  'figuresWithoutText',
  'tablesWithoutHeaders',
  'fieldsWithoutName',
  'fontsWithoutUnicode',
  'encrypted',
  'noHeadings',
  'noBookmarks',
] as const
export type FindingKind = (typeof findingKinds)[number]

export type Finding = Omit<Nullable<Described.VersionFinding>, 'finding'> & { finding: FindingKind }

/** A language version in the list. */
export type AccessibilityEntry = Omit<Nullable<Described.AccessibilityEntry>, 'findings'> & { findings: Finding[] }

export type CheckState = Described.CheckState

/** Filters the list; an empty value does not filter. */
export type AccessibilityFilter = Record<'finding' | 'department', string>

const accessibilityKey = ['accessibility'] as const

/** A page of the list. */
export const accessibilityQuery = (filter: AccessibilityFilter, start: number) =>
  listQuery<'GET /system/accessibility', Omit<Described.AccessibilityPage, 'files'> & { files: AccessibilityEntry[] }>(
    'GET /system/accessibility',
    accessibilityKey,
    { ...filter, start },
  )

/** The URL of the list as CSV. */
export const accessibilityDownload = (filter: AccessibilityFilter) =>
  addressOf('GET /system/accessibility/download', { query: { ...filter } })

/** Sets a finding of a content aside; without a note takes that back. */
export const setFindingAside = (digest: string, finding: FindingKind, note: string) =>
  call('POST /system/accessibility', { body: { digest, finding, note }, content: 'nothing' })

/** Loads the findings again, in every place that shows them; resolves when the list is loaded. */
export async function reloadFindings(client: QueryClient) {
  for (const key of ['citation', 'file']) void client.invalidateQueries({ queryKey: [key] })
  await client.invalidateQueries({ queryKey: accessibilityKey })
}
