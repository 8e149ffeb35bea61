// The link check: URLs of handouts with their states, 'Check now', and links to the edit forms.
import t from 'messages:staff/links'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  checkLink,
  citationLinks,
  type LinkEntry,
  type LinkFilter,
  type LinkState,
  linkCountsKey,
  linkCountsQuery,
  linkListKey,
  linksDownload,
  linksQuery,
} from '../../api/maintenance/links'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { announce, Notice } from '../../components/feedback/Notice'
import { RowError } from '../../components/form/TextField'
import { ListHead } from '../../components/list/ListHead'
import { dayAndTime } from '../../lib/dates/dates'
import { sentence } from '../../lib/text/sentence'
import { DepartmentFilter, ListFilters, ListPage } from '../../listkit/ListPage'
import { handoutColumn, ListTable } from '../../listkit/ListTable'
import { anyText, listAddress, useListAddress, useListReload, useListReset, usePages } from '../../listkit/listAddress'
import { citationEditPath, patterns } from '../../paths'
import styles from './LinkTable.module.css'

/** The label of each state. */
const stateWords: Record<LinkState, string> = {
  gone: t('gone'),
  unreachable: t('noAnswer'),
  soft404: t('pageInsteadOfFile'),
  changed: t('fileChanged'),
  moved: t('moved'),
  blocked: t('accessRefused'),
  unchecked: t('notChecked'),
  ok: t('works'),
}

/** The label of a link's state. A link that has failed in fewer than three nights has no state yet. */
export const linkLabel = ({ state, result }: LinkEntry) =>
  state === 'unchecked' && result !== 'unchecked' ? t('notConfirmedYet') : stateWords[state]

const reasonWords: Record<string, string> = {
  'inner network': t('inInternalNetwork'),
  port: t('portNotChecked'),
  scheme: t('urlNotWebAddress'),
  credentials: t('containsCredentials'),
  'too large': t('fileLargerThan25Mb'),
}

/** Details about a link's state; empty if there are none. */
export function linkDetail({ state, result, reason, nights }: LinkEntry): string {
  const isBad = result === 'gone' || result === 'unreachable'
  if (isBad && state !== result) {
    const what = result === 'gone' ? t('notFound') : t('noAnswer')
    const since = nights > 1 ? t('onLastNights', { nights }) : t('atLastCheck')
    return t('notConfirmedYetDetail', { what, since })
  }
  switch (result) {
    case 'unchecked':
      return reasonWords[reason ?? ''] ?? ''
    case 'moved':
      return reason ? t('nowAtReason', { reason }) : ''
    case 'blocked':
      return t('serverRefusesCheck')
    case 'gone':
      return t('serverReportsFileNotExist')
    case 'soft404':
      return t('serverReturnsPageInstead')
    case 'unreachable':
      return reason ? sentence(reason) : ''
    case 'changed':
      return t('fileDiffersFromOne')
    case 'ok':
      return ''
  }
}

export default function LinksPage() {
  const { filter: shown, page, key, setFilter, setPage } = useListAddress(linkAddress)
  const filter = toFilter(shown)
  const list = usePages({ page, setPage }, (start) => linksQuery(filter, start))
  const { checks, check, clear } = useLinkChecks()
  useListReset(key, clear)
  const reload = useListReload(linkListKey, clear)
  return (
    <ListPage
      title={t('brokenLinks')}
      head={
        list.query.data &&
        !list.query.data.nightly && (
          <Notice kind="info" title={t('linksNotCheckedAtNight')}>
            {t.rich('checkNowHint', { setting: (name) => <small>{name}</small> })}
          </Notice>
        )
      }
      filters={<Filters filter={shown} onChange={setFilter} />}
      {...list}
      label={t('pagesOfLinks')}
      failure={t('listNotLoaded')}
      empty={shown.state === '' ? t('noBrokenLinksHere') : t('noLinksHere')}
    >
      {({ found, links }) => (
        <>
          <ListHead
            summary={t('links', { found })}
            download={linksDownload(filter)}
            file="links.csv"
            onReload={links.some((link) => checks.get(linkKey(link))?.is === 'done') ? reload : undefined}
          />
          <LinkTable entries={links} checks={checks} onCheck={check} />
        </>
      )}
    </ListPage>
  )
}

function Filters({ filter, onChange }: { filter: LinkFilter; onChange: (next: Partial<LinkFilter>) => void }) {
  const counts = useQuery(linkCountsQuery(filter.department)).data
  return (
    <ListFilters address={linkAddress} filter={filter} viewOf="state" views={visibleViews(filter.state, counts)}>
      <DepartmentFilter value={filter.department} onChange={onChange} />
    </ListFilters>
  )
}

interface Props {
  entries: readonly LinkEntry[]
  checks: ReadonlyMap<string, LinkCheck>
  onCheck: (entry: LinkEntry) => void
}

/** The links on a page of the list with their states; each can be checked now. */
const LinkTable = ({ entries, checks, onCheck }: Props) => (
  <ListTable
    caption={t('linksOfHandouts')}
    rows={entries.map((listed) => rowOf(listed, checks.get(linkKey(listed))))}
    rowKey={({ listed }) => linkKey(listed)}
    className={styles.table}
    columns={[
      handoutColumn(t('title')),
      { header: t('language'), cell: ({ lang }) => lang },
      {
        header: t('address'),
        className: styles.address,
        cell: ({ url }) => (
          <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr" aria-label={t('urlOpensInNewTab', { url })}>
            {url}
          </a>
        ),
      },
      { header: t('state'), className: styles.state, cell: (entry) => <State entry={entry} /> },
      { header: t('lastChecked'), cell: ({ checked }) => (checked ? dayAndTime(checked) : t('never')) },
      {
        header: t('checkAndCorrect'),
        label: '',
        className: styles.check,
        cell: (row) => <Check row={row} onCheck={onCheck} />,
      },
    ]}
  />
)

/** A link as its check has found it, and as it is listed. */
const rowOf = (listed: LinkEntry, check: LinkCheck | undefined) => ({
  ...(check?.is === 'done' ? check.entry : listed),
  listed,
  check,
})

function Check({ row, onCheck }: { row: ReturnType<typeof rowOf> } & Pick<Props, 'onCheck'>) {
  const { title, lang, readableId, listed, check } = row
  const errorId = useId()
  return (
    <>
      <div className={styles.buttons}>
        <Button
          size="small"
          busy={check?.is === 'checking'}
          aria-label={t('checkNowTitleLang', { title, lang })}
          onClick={() => onCheck(listed)}
        >
          {t('checkNow')}
        </Button>
        <Link to={citationEditPath(readableId)} className={styles.edit} aria-label={t('editTitle', { title })}>
          <Pencil aria-hidden /> {t('edit')}
        </Link>
      </div>
      {check?.is === 'done' && <p className={styles.note}>{t('checkedJustNow')}</p>}
      {!check && listed.waiting && <p className={styles.note}>{t('checkWaiting')}</p>}
      <RowError id={errorId}>{check?.is === 'failed' && check.message}</RowError>
    </>
  )
}

/** The states in which the handout cannot be opened. */
const broken: readonly string[] = ['gone', 'unreachable', 'soft404']

function State({ entry }: { entry: LinkEntry }) {
  const { state } = entry
  const detail = linkDetail(entry)
  const words = linkLabel(entry)
  return (
    <>
      {state === 'ok' || state === 'unchecked' ? words : <Badge strong={broken.includes(state)}>{words}</Badge>}
      {detail && <p className={styles.detail}>{detail}</p>}
    </>
  )
}

/** The states that have a view, in order. */
const states = ['gone', 'unreachable', 'soft404', 'changed', 'moved', 'blocked', 'unchecked', 'ok'] as const

/** The views; in the URL, no state means broken links. */
export const views: readonly { value: string; label: string; counted: readonly LinkState[] }[] = [
  { value: '', label: t('broken'), counted: ['gone', 'unreachable', 'soft404'] },
  ...states.map((state) => ({ value: state, label: stateWords[state], counted: [state] })),
  { value: 'all', label: t('all'), counted: states },
]

/** A view with its number of links; undefined until it is loaded. */
interface CountedView {
  value: string
  label: string
  count: number | undefined
}

/** The views that contain links, and always 'Broken', 'All' and the current view. */
export function visibleViews(shown: string, counts: Readonly<Record<LinkState, number>> | undefined): CountedView[] {
  return views
    .map(({ value, label, counted }) => ({
      value,
      label,
      count: counts && counted.reduce((sum, state) => sum + counts[state], 0),
    }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === 'all' || value === shown)
}

/** The views of the link check, and the URL of the list: /links?state=moved&department=Surgery&page=2. */
export const linkAddress = listAddress<LinkFilter>(patterns.links, {
  state: (state) => views.some(({ value }) => value === state),
  department: anyText,
})

/** The filter as the server expects it. */
export const toFilter = (address: LinkFilter): LinkFilter => ({
  ...address,
  state: { '': 'broken', all: '' }[address.state] ?? address.state,
})

/** The state of a check. */
type LinkCheck = { is: 'checking' } | { is: 'done'; entry: LinkEntry } | { is: 'failed'; message: string }

/** Identifies the check of a row; two languages may share a URL. */
const linkKey = ({ citation, lang, url }: LinkEntry) => JSON.stringify([citation, lang, url])

/** The poll interval grows, because a check waits for others on the same host. */
const MIN_POLL_INTERVAL_MS = 500
const MAX_POLL_INTERVAL_MS = 5_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Waits until the check of a link is complete; null if it was aborted or the citation no longer has the URL. */
async function waitForOutcome(entry: LinkEntry, signal: AbortSignal): Promise<LinkEntry | null> {
  for (let ms = MIN_POLL_INTERVAL_MS; ; ms = Math.min(ms * 1.5, MAX_POLL_INTERVAL_MS)) {
    await pause(ms, signal)
    if (signal.aborted) return null
    const now = (await citationLinks(entry.citation, signal)).find((one) => linkKey(one) === linkKey(entry))
    if (!now?.waiting) return now ?? null
  }
}

/** The checks started on this screen: each is polled until it is complete, and its row shows the result. */
function useLinkChecks() {
  const client = useQueryClient()
  const [checks, setChecks] = useState<ReadonlyMap<string, LinkCheck>>(new Map())
  const unmounted = useRef<AbortController>(null)
  // External system: the server, which is no longer polled after unmounting.
  useEffect(() => {
    const controller = new AbortController()
    unmounted.current = controller
    return () => controller.abort()
  }, [])

  const check = async (entry: LinkEntry) => {
    const signal = unmounted.current?.signal
    if (!signal) return
    const set = (next: LinkCheck) => setChecks((before) => new Map(before).set(linkKey(entry), next))
    set({ is: 'checking' })
    try {
      await checkLink(entry)
      const done = await waitForOutcome(entry, signal)
      if (signal.aborted) return
      if (done === null) {
        set({ is: 'failed', message: t('citationNoLongerUrl') })
        return
      }
      set({ is: 'done', entry: done })
      announce(`${entry.title}, ${entry.lang}: ${stateWords[done.result]}.`)
      void client.invalidateQueries({ queryKey: linkCountsKey })
    } catch (error) {
      if (!signal.aborted) set({ is: 'failed', message: t('notCheckedText', { text: asProblem(error).text }) })
    }
  }
  return { checks, check: (entry: LinkEntry) => void check(entry), clear: () => setChecks(new Map()) }
}
