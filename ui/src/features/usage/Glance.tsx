// The summary: the totals, the months, what is used most, what nobody uses, and which languages are missing.
import t from 'messages:staff/usage'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type UsageCounts,
  type UsageList,
  type UsagePage,
  type UsageRow,
  usageQuery,
} from '../../api/maintenance/usage'
import { SelectField } from '../../components/form/TextField'
import { BarChart, barsOf } from '../../components/list/BarChart'
import { PagedList } from '../../components/list/PagedList'
import layout from '../../components/page/Page.module.css'
import { focusHeading } from '../../components/page/PageHeading'
import { today } from '../../lib/dates/dates'
import styles from './UsagePage.module.css'
import { CountedSince, UsageTable, WantedLanguages } from './UsageTable'
import type { UnusedRows } from './unused/UnusedTable'
import { UnusedTable } from './unused/UnusedTable'
import {
  countWords,
  type Measure,
  measures,
  measureWords,
  rowName,
  toFilter,
  type UsageAddress,
  usageAddress,
} from './usageAddress'

const MAX_ROWS = 5
const MAX_LANGUAGES = 8

const hints = { view: t('viewHint'), open: t('openHint'), scan: t('scanHint'), order: t('orderHint') }

interface Props {
  /** By month. */
  usage: UsagePage
  address: UsageAddress
  rows: UnusedRows
}

export const Glance = ({ usage, address, rows }: Props) => (
  <>
    <Totals totals={usage.totals} />
    <div className={styles.columns}>
      <section className={layout.section} aria-labelledby="usage-months">
        <MonthChart id="usage-months" months={usage.rows} />
      </section>
      <Part list="language" address={address}>
        {({ wanted }) => <WantedLanguages wanted={(wanted ?? []).slice(0, MAX_LANGUAGES)} />}
      </Part>
    </div>
    <section className={layout.section} aria-labelledby="usage-most">
      <h2 id="usage-most">{t('mostUsed')}</h2>
      <Part list="citation" address={address}>
        {({ found, rows: most }) =>
          found === 0 ? (
            <p>{t('nothingCounted')}</p>
          ) : (
            <>
              <UsageTable by="citation" rows={most.slice(0, MAX_ROWS)} caption={t('mostUsedCaption')} />
              <More list="citation" address={address}>
                {t('allHandouts', { found })}
              </More>
            </>
          )
        }
      </Part>
    </section>
    <section className={layout.section} aria-labelledby="usage-unused">
      <h2 id="usage-unused">{t('notUsed')}</h2>
      <CountedSince address={address} />
      <Part list="unused" address={address}>
        {({ found, rows: unused }) => (
          <>
            <p>{t('notUsedHint', { found })}</p>
            {found > 0 && (
              <>
                <UnusedTable entries={unused.slice(0, MAX_ROWS)} rows={rows} />
                <More list="unused" address={address}>
                  {t('allUnused', { found })}
                </More>
              </>
            )}
          </>
        )}
      </Part>
    </section>
  </>
)

const Totals = ({ totals }: { totals: UsageCounts }) => (
  <dl className={styles.totals}>
    {measures.map((measure) => (
      <div key={measure}>
        <dt>{measureWords[measure]}</dt>
        <dd>
          <span className={styles.total}>{countWords(totals[measure])}</span>
          <span className={styles.hint}>{hints[measure]}</span>
        </dd>
      </div>
    ))}
  </dl>
)

interface PartProps {
  list: UsageList
  address: UsageAddress
}

/** One of the lists, with its own loading and failure. */
function Part({ list, address, children }: PartProps & { children: (usage: UsagePage) => ReactNode }) {
  const query = useQuery(usageQuery(list, toFilter(address, list, today(new Date())), 0))
  return (
    <PagedList query={query} failure={t('notLoaded')}>
      {children}
    </PagedList>
  )
}

/** Opens a list in place of the summary. The page starts at its heading again. */
const More = ({ list, address, children }: PartProps & { children: ReactNode }) => (
  <p>
    <Link
      to={usageAddress.path({ ...address, list })}
      onClick={({ ctrlKey, metaKey, shiftKey }) => {
        if (ctrlKey || metaKey || shiftKey) return
        window.scrollTo(0, 0)
        focusHeading()
      }}
    >
      {children}
    </Link>
  </p>
)

/** `id` is the ID of its heading. */
function MonthChart({ id, months }: { id: string; months: readonly UsageRow[] }) {
  const [measure, setMeasure] = useState<Measure>('open')
  const bars = barsOf(
    months.map((month) => ({
      name: rowName('month', month),
      value: month[measure],
      words: countWords(month[measure]),
    })),
  )
  const [most] = [...bars].sort((a, b) => b.length - a.length)
  return (
    <div className={styles.chart}>
      <div className={styles.measure}>
        <h2 id={id}>{t('usageByMonth')}</h2>
        <SelectField
          label={t('measure')}
          value={measure}
          onValue={(value) => setMeasure(measures.find((one) => one === value) ?? 'open')}
          options={measures.map((one) => [one, measureWords[one]])}
        />
      </div>
      <BarChart
        caption={t('measureByMonth', { measure: measureWords[measure] })}
        description={most ? t('chartDescription', { month: most.name, words: most.words }) : ''}
        bars={bars}
      />
      <details>
        <summary>{t('asTable')}</summary>
        <UsageTable by="month" rows={months} caption={t('usageByMonth')} />
      </details>
    </div>
  )
}
