// A list of links to filtered results, each with its count; initially only the first ones.
import messages from 'messages:en/home'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Filter } from '../../../api/catalogue/search'
import { Button } from '../../../components/buttons/Button'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useLocale, useText } from '../../../i18n/useText'
import { searchPath } from '../searchAddress'
import styles from './HomeView.module.css'

export interface BrowseEntry {
  key: string
  label: ReactNode
  count: number
  filter: Filter
}

const INITIAL_COUNT = 8

export function BrowseList({ heading, entries }: { heading: string; entries: readonly BrowseEntry[] }) {
  const t = useText(messages)
  const locale = useLocale()
  const id = useId()
  const [all, setAll] = useState(false)
  if (entries.length === 0) return null
  const shown = all ? entries : entries.slice(0, INITIAL_COUNT)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className={styles.links}>
        {shown.map(({ key, label, count, filter }) => (
          <li key={key}>
            <Link to={searchPath({ q: '', page: 1, obsolete: false, filters: [filter], any: [] })}>
              <span>{label}</span>
              <span className={styles.count}>
                <span aria-hidden="true">{count.toLocaleString(locale)}</span>
                <VisuallyHidden>{t('materials', { count })}</VisuallyHidden>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {entries.length > INITIAL_COUNT && (
        <Button variant="quiet" size="small" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('showFewer') : t('showAll', { count: entries.length })}
          <VisuallyHidden>{`: ${heading}`}</VisuallyHidden>
        </Button>
      )}
    </section>
  )
}
