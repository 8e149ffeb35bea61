// What files lack for people who use assistive technology.
import { queryOptions } from '@tanstack/react-query'
import { call } from '../client'
import type { Nullable } from '../nullable'
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

export interface AccessibilityPage {
  counts: Record<string, number>
  found: number
  files: AccessibilityEntry[]
}

/** Filters the list; an empty value does not filter. */
export interface AccessibilityFilter {
  finding: string
  department: string
}

/** Files on a page of the list. */
export const accessibilityPageSize = 50

export const accessibilityKey = ['accessibility'] as const

const parameters = (given: Record<string, string>) =>
  new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))

const list = (given: Record<string, string>, signal?: AbortSignal) =>
  call<AccessibilityPage>(`/system/accessibility?${parameters(given)}`, { signal })

/** A page of the list. It is not refreshed in the background, so that nobody loses their place in it. */
export const accessibilityQuery = (filter: AccessibilityFilter, start: number) =>
  queryOptions({
    queryKey: [...accessibilityKey, 'list', filter, start],
    queryFn: ({ signal }) => list({ ...filter, start: String(start) }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** The URL of the list as CSV. */
export const accessibilityDownload = (filter: AccessibilityFilter) =>
  `/api/system/accessibility/download?${parameters({ ...filter })}`

/** Sets a finding of a content aside; without a note takes that back. */
export const setFindingAside = (digest: string, finding: FindingKind, note: string) =>
  call<void>('/system/accessibility', { method: 'POST', body: { digest, finding, note }, content: 'nothing' })
