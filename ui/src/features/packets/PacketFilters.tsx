// Finds packets by words and by department; for administrators also those with obsolete handouts.
import messages from 'messages:en/packets'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { facetsQuery } from '../../api/catalogue/lookups'
import type { PacketFilter } from '../../api/packets'
import { useUser } from '../../api/user'
import { Button } from '../../components/buttons/Button'
import { FilterChoice } from '../../components/form/FilterChoice'
import { TextField } from '../../components/form/TextField'
import layout from '../../components/page/Page.module.css'
import { useText } from '../../i18n/useText'
import { obsoletePacketsPath } from '../../listPaths'
import { patterns } from '../../paths'
import styles from './PacketList.module.css'

interface Props {
  filter: PacketFilter
  onChange: (next: PacketFilter) => void
}

export function PacketFilters({ filter, onChange }: Props) {
  const t = useText(messages)
  const { may } = useUser()
  const departments = useQuery(facetsQuery).data?.departments?.buckets ?? []
  return (
    <>
      {may('manageCatalogue') && <Views filter={filter} />}
      <div className={styles.filters}>
        <SearchForm q={filter.q} onSearch={(q) => onChange({ ...filter, q })} />
        <div>
          <FilterChoice
            id="packets-department"
            label={t('department')}
            all={t('allDepartments')}
            value={filter.department}
            values={departments.map(({ value }) => value)}
            onChange={(department) => onChange({ ...filter, department })}
          />
        </div>
      </div>
    </>
  )
}

function SearchForm({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const t = useText(messages)
  const [text, setText] = useState(q)
  const [searched, setSearched] = useState(q)
  // The URL was changed by the search or by Back.
  if (searched !== q) {
    setSearched(q)
    setText(q)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <form className={styles.find} onSubmit={submit}>
      <TextField
        id="packets-text"
        label={t('find')}
        type="search"
        maxLength={200}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{t('search')}</Button>
    </form>
  )
}

function Views({ filter: { obsolete } }: { filter: PacketFilter }) {
  const t = useText(messages)
  return (
    <nav aria-label={t('views')} className={layout.views}>
      <ul>
        <li>
          <Link to={patterns.packets} aria-current={obsolete ? undefined : 'page'}>
            {t('all')}
          </Link>
        </li>
        <li>
          <Link to={obsoletePacketsPath} aria-current={obsolete ? 'page' : undefined}>
            {t('withObsolete')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
