// The reading levels of handouts, the hardest first, and the handouts without one.
import t from 'messages:staff/readingLevel'
import { useQuery } from '@tanstack/react-query'
import {
  type ReadabilityCounts,
  type ReadabilityEntry,
  type ReadabilityFilter,
  type ReadabilityState,
  type ReadingLevel,
  readabilityCountsQuery,
  readabilityDownload,
  readabilityQuery,
} from '../../api/maintenance/readability'
import { Badge } from '../../components/feedback/Badge'
import { Notice } from '../../components/feedback/Notice'
import { ListHead } from '../../components/list/ListHead'
import { dayAndTime } from '../../lib/dates/dates'
import { DepartmentFilter, ListFilters, ListPage } from '../../listkit/ListPage'
import { handoutColumn, ListTable } from '../../listkit/ListTable'
import { anyText, listAddress, useListAddress, usePages } from '../../listkit/listAddress'
import { patterns } from '../../paths'
import styles from './ReadingLevelTable.module.css'

/** The grade that guidelines for health information recommend. */
const aim = 6

const bands: Record<NonNullable<ReadingLevel['band']>, string> = {
  'very-easy': t('veryEasy'),
  'quite-easy': t('quiteEasy'),
  average: t('average'),
  'somewhat-hard': t('somewhatHard'),
  'very-hard': t('veryHard'),
}

/** The states of handouts in words. */
const stateNames: Readonly<Record<ReadabilityState, string>> = {
  level: t('level'),
  noText: t('noText'),
  failed: t('failed'),
  short: t('short'),
  noFormula: t('noFormula'),
  notFetched: t('notFetched'),
}

/** 'about grade 9; aim: grade 6', or the state of a handout without a reading level. */
function levelLabel({ state, readingLevel }: Pick<ReadabilityEntry, 'state' | 'readingLevel'>) {
  if (!readingLevel) return stateNames[state]
  const { grade } = readingLevel
  return grade > aim ? t('aboutGradeAim', { grade }) : t('aboutGrade', { grade })
}

/** Details of the state: what it means, or its reason. */
function levelDetail({ state, reason, readingLevel }: ReadabilityEntry) {
  switch (state) {
    case 'level':
      return readingLevel?.estimate ? t('estimate') : null
    case 'noText':
      return t('noTextDetail')
    case 'failed':
      return reason
    case 'short':
      return t('shortDetail')
    case 'noFormula':
      return t('noFormulaDetail')
    case 'notFetched':
      return t('notFetchedDetail')
  }
}

/** 'Flesch-Kincaid 9.1, SMOG 10.4' or 'Fernández-Huerta 71.3, quite easy'. */
function figures({ fleschKincaid, smog, fernandezHuerta, band }: ReadingLevel) {
  const figure = (value: number) => value.toFixed(1)
  return [
    fleschKincaid !== null && t('fleschKincaid', { figure: figure(fleschKincaid) }),
    smog !== null && t('smog', { figure: figure(smog) }),
    fernandezHuerta !== null && t('fernandezHuerta', { figure: figure(fernandezHuerta) }),
    band !== null && bands[band],
  ]
    .filter((text) => text !== false)
    .join(', ')
}

export default function ReadingLevelPage() {
  const { filter, page, setFilter, setPage } = useListAddress(readingLevelAddress)
  const request = toRequest(filter)
  const list = usePages({ page, setPage }, (start) => readabilityQuery(request, start))
  return (
    <ListPage
      title={t('readingLevel')}
      head={
        list.query.data &&
        !list.query.data.nightly && (
          <Notice kind="info" title={t('textsNotRead')}>
            {t.rich('textsNotReadHint', { setting: (name) => <small>{name}</small> })}
          </Notice>
        )
      }
      filters={<Filters filter={filter} onChange={setFilter} />}
      {...list}
      label={t('pagesOfHandouts')}
      failure={t('listNotLoaded')}
      empty={filter.state === '' ? t('noHardHandouts') : t('noHandoutsHere')}
    >
      {({ found, handouts }) => (
        <>
          <ListHead
            summary={t('handouts', { found })}
            download={readabilityDownload(request)}
            file="reading_levels.csv"
          />
          <ReadingLevelTable entries={handouts} />
        </>
      )}
    </ListPage>
  )
}

interface FiltersProps {
  filter: ReadabilityFilter
  onChange: (next: Partial<ReadabilityFilter>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const counts = useQuery(readabilityCountsQuery(filter.department)).data
  return (
    <ListFilters
      address={readingLevelAddress}
      filter={filter}
      viewOf="state"
      views={visibleViews(filter.state, counts)}
    >
      <DepartmentFilter value={filter.department} onChange={onChange} />
    </ListFilters>
  )
}

/** The handouts on a page of the list with their reading levels. */
const ReadingLevelTable = ({ entries }: { entries: readonly ReadabilityEntry[] }) => (
  <ListTable
    caption={t('handoutsWithLevels')}
    rows={entries}
    rowKey={({ citation, lang, url }) => `${citation} ${lang} ${url}`}
    className={styles.table}
    columns={[
      handoutColumn(t('title')),
      { header: t('language'), cell: ({ lang }) => lang },
      { header: t('readingLevel'), className: styles.level, cell: (entry) => <Level entry={entry} /> },
      {
        header: t('figures'),
        cell: ({ readingLevel, words }) => (
          <>
            {readingLevel && figures(readingLevel)}
            {words !== null && <p className={styles.detail}>{t('words', { words })}</p>}
          </>
        ),
      },
      { header: t('lastFetched'), cell: ({ fetched }) => (fetched ? dayAndTime(fetched) : t('never')) },
    ]}
  />
)

function Level({ entry }: { entry: ReadabilityEntry }) {
  const detail = levelDetail(entry)
  return (
    <>
      {entry.state === 'noText' ? <Badge strong>{levelLabel(entry)}</Badge> : levelLabel(entry)}
      {detail && <p className={styles.detail}>{detail}</p>}
    </>
  )
}

const states = ['level', 'noText', 'failed', 'short', 'noFormula', 'notFetched'] as const

interface View {
  value: string
  label: string
  count: (counts: ReadabilityCounts) => number
}

/** The views; in the URL, no state means handouts above the aim. */
const views: readonly View[] = [
  { value: '', label: t('aboveAim'), count: ({ aboveAim }) => aboveAim },
  ...states.map((state) => ({
    value: state,
    label: stateNames[state],
    count: (counts: ReadabilityCounts) => counts[state],
  })),
  { value: 'all', label: t('all'), count: (counts) => states.reduce((sum, state) => sum + counts[state], 0) },
]

/** The views that contain handouts, and always the first, 'All' and the current view. */
const visibleViews = (shown: string, counts: ReadabilityCounts | undefined) =>
  views
    .map(({ value, label, count }) => ({ value, label, count: counts && count(counts) }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === 'all' || value === shown)

/** The views of the reading levels, and the URL of the list: /reading_level?state=noText&department=Surgery&page=2. */
export const readingLevelAddress = listAddress<ReadabilityFilter>(patterns.readability, {
  state: (state) => views.some(({ value }) => value === state),
  department: anyText,
})

/** The view as the server expects it. */
export const toRequest = ({ state, department }: ReadabilityFilter) => ({
  state: state === 'all' ? '' : state,
  department,
  above: state === '' ? String(aim) : '',
})
