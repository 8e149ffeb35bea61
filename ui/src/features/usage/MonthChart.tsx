// The usage by month: one kind of use as bars, and a table with all kinds.
import t from 'messages:staff/usage'
import { useState } from 'react'
import type { UsageRow } from '../../api/maintenance/usage'
import { SelectField } from '../../components/form/TextField'
import { BarChart, barsOf } from '../../components/list/BarChart'
import styles from './UsagePage.module.css'
import { UsageTable } from './UsageTable'
import { countWords, type Measure, measures, measureWords, rowName } from './usageWords'

/** `id` is the ID of its heading. */
export function MonthChart({ id, months }: { id: string; months: readonly UsageRow[] }) {
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
          onChange={(event) => setMeasure(measures.find((one) => one === event.target.value) ?? 'open')}
        >
          {measures.map((one) => (
            <option key={one} value={one}>
              {measureWords[one]}
            </option>
          ))}
        </SelectField>
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
