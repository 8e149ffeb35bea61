// The answer to a search: whether it is loading, failed or shown, its texts, and their announcement.
import crisis from 'messages:en/crisis'
import parts from 'messages:en/parts'
import messages from 'messages:en/results'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageSize, searchQuery } from '../../../api/catalogue/search'
import { isPreparing } from '../../../api/problem'
import { type User, userQuery, useUser } from '../../../api/user'
import { announce, useAnnounced } from '../../../components/feedback/Notice'
import type { TextOf } from '../../../i18n/section'
import { useText } from '../../../i18n/useText'
import { isolate } from '../../../lib/text/isolate'
import { withRecentSearch } from '../box/suggestionGroups'
import { lastPage, type Search } from '../searchAddress'
import { useSearchTag } from '../useSearchTag'
import { crisisAnnouncement } from './CrisisNotice'

/** The previous results stay dimmed for this time before skeletons replace them. */
const SKELETON_DELAY_MS = 250

export function useSearchAnswer(search: Search, noBoost: boolean) {
  const t = useText(messages)
  const part = useText(parts)
  const crisisText = useText(crisis)
  const lang = useSearchTag(search)
  const query = useQuery({
    ...searchQuery({ ...search, noBoost, lang }),
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const late = useDelayed(query.isPlaceholderData, SKELETON_DELAY_MS)
  const loading = query.isPending || (query.isPlaceholderData && late)
  const failed = query.isError && answer === undefined
  const isAnswered = answer !== undefined && !query.isPlaceholderData
  const found = answer?.hits.found ?? 0
  const preparing = !isAnswered && isPreparing(query.failureReason)
  const heading = resultHeader(t, search, answer?.hits)
  const note = understoodNote(t, search.q, answer?.hits.understood ?? undefined)
  const notice = answer?.hits.notice ?? undefined
  useRecentSearch(search.q, isAnswered && notice === undefined)

  // External system: the screen reader. Announcements end when the view is unmounted.
  const status = preparing
    ? part('preparing')
    : loading
      ? part('loading')
      : isAnswered
        ? `${crisisAnnouncement(crisisText, notice)} ${note} ${heading}`.trim()
        : ''
  useAnnounced(status)
  useEffect(() => () => announce(''), [])
  return {
    query,
    answer,
    found,
    pages: Math.min(Math.ceil(found / pageSize), lastPage),
    loading,
    failed,
    preparing,
    /** True when the shown answer is the one to this search. */
    isAnswered,
    /** The line above the results. */
    header: preparing ? part('preparing') : loading ? part('loading') : failed ? t('failed') : heading,
    /** How the query was understood; empty while there are no results. */
    note: loading || failed ? '' : note,
    notice,
  }
}

export type SearchAnswerState = ReturnType<typeof useSearchAnswer>

/** `answered` is true once the results of `q` are loaded. The server stores the recent searches itself. */
function useRecentSearch(q: string, answered: boolean) {
  const client = useQueryClient()
  const searches = useUser().user?.searches
  const text = q.split(/\s+/).filter(Boolean).join(' ')
  // External system: the cached user data.
  useEffect(() => {
    if (!answered || text === '' || searches === undefined || searches[0] === text) return
    client.setQueryData<User>(userQuery.queryKey, (user) =>
      user && !user.searches.includes(text) ? { ...user, searches: withRecentSearch(user.searches, text) } : user,
    )
  }, [answered, text, searches, client])
}

/** True once a condition has been true for a while. */
function useDelayed(condition: boolean, delay_ms: number): boolean {
  const [passed, setPassed] = useState(false)
  // External system: a timer.
  useEffect(() => {
    if (!condition) {
      setPassed(false)
      return
    }
    const timer = setTimeout(() => setPassed(true), delay_ms)
    return () => clearTimeout(timer)
  }, [condition, delay_ms])
  return condition && passed
}

/** 'Showing X to Y of Z results for "q"', or that nothing was found. A corrected query is shown as it was searched. */
export function resultHeader(
  t: TextOf<typeof messages>,
  { q: text }: Pick<Search, 'q'>,
  hits:
    | { found: number; start: number; hit: readonly unknown[]; understood?: { as: string; kind: string } | null }
    | undefined,
): string {
  if (hits === undefined) return ''
  const { found, start, hit, understood } = hits
  const q = isolate(understood?.kind === 'spelling' ? understood.as : text)
  if (found === 0) return q === '' ? t('none') : t('noneFor', { q })
  if (hit.length === 0) return q === '' ? t('only', { found }) : t('onlyFor', { found, q })
  const range = { from: start + 1, to: start + hit.length, found }
  return q === '' ? t('showing', range) : t('showingFor', { ...range, q })
}

/** How a query was understood if no citation contains all words; otherwise empty. */
export function understoodNote(
  t: TextOf<typeof messages>,
  q: string,
  understood: { as: string; kind: string; sure: boolean } | undefined,
): string {
  if (understood === undefined) return ''
  const { as, kind, sure } = understood
  const values = { q: isolate(q), term: isolate(as) }
  if (kind === 'concept') return sure ? t('byConcept', values) : `${t('byFew')} ${t('byConcept', values)}`
  if (!sure) return t('byFew')
  switch (kind) {
    case 'term':
      return t('byTerm', values)
    case 'spelling':
      return t('bySpelling', values)
    case 'part':
      return t('byPart')
    default:
      return ''
  }
}
