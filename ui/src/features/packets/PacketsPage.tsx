// The published packets, for everybody.
import messages from 'messages:en/packets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { facetsQuery } from '../../api/catalogue/lookups'
import { type PacketFilter, packetListQuery, packetsDownload } from '../../api/packets'
import { useUser } from '../../api/user'
import { Button, LinkButton } from '../../components/buttons/Button'
import { FilterChoice, TextField } from '../../components/form/TextField'
import { pageStart, parsePage } from '../../components/list/Pagination'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import type { LoadFirstView } from '../../lib/page/firstView'
import { obsoletePacketsPath } from '../../listPaths'
import { patterns } from '../../paths'
import styles from './PacketList.module.css'
import { PacketPages } from './PacketPages'

/** Loads the packets that the URL selects, and the departments to choose from. */
export const loadFirstView: LoadFirstView = ({ client, location }) => {
  const { filter, page } = readPacketsAddress(new URLSearchParams(location.search))
  const packets = packetListQuery(filter, pageStart(page))
  return Promise.all([client.prefetchQuery(packets), client.prefetchQuery(facetsQuery)])
}

export default function PacketsPage() {
  const t = useText(messages)
  useTitle(t('title'))
  const { may } = useUser()
  const [parameters, setParameters] = useSearchParams()
  const { filter, page } = readPacketsAddress(parameters)
  const query = useQuery({
    ...packetListQuery(filter, pageStart(page)),
    placeholderData: keepPreviousData,
  })
  const isFiltered = filter.q !== '' || filter.department !== ''
  return (
    <div className={layout.page}>
      <PageHeading>{t('title')}</PageHeading>
      <p>{t('lead')}</p>
      {may('manageCatalogue') && (
        <div>
          <LinkButton to={patterns.packetAdd} icon={<Plus aria-hidden />}>
            {t('add')}
          </LinkButton>
        </div>
      )}
      <PacketFilters filter={filter} onChange={(next) => setParameters(writePacketsAddress(next))} />
      <section className={layout.section} aria-label={t('title')} aria-busy={query.isPlaceholderData}>
        <PacketPages
          query={query}
          page={page}
          download={packetsDownload(filter)}
          onPage={(next, options) => setParameters(writePacketsAddress(filter, next), options)}
          empty={
            isFiltered ? (
              <>
                <p>{t('noMatch')}</p>
                <Link to={patterns.packets}>{t('showAll')}</Link>
              </>
            ) : (
              <p>{t(filter.obsolete ? 'noObsolete' : 'none')}</p>
            )
          }
        />
      </section>
    </div>
  )
}

/** Parses a URL. */
export function readPacketsAddress(parameters: URLSearchParams): { filter: PacketFilter; page: number } {
  const given = (name: string) => parameters.get(name)?.trim() ?? ''
  return {
    filter: { q: given('q'), department: given('department'), obsolete: given('obsolete') === 'true' },
    page: parsePage(parameters.get('page')),
  }
}

/** The parameters of a URL; empty ones are omitted. */
export function writePacketsAddress({ q, department, obsolete }: PacketFilter, page = 1): URLSearchParams {
  const all = { q, department, obsolete: obsolete ? 'true' : '', page: page > 1 ? String(page) : '' }
  return filledParameters(all)
}

/** Empty values are omitted. */
const filledParameters = (values: Record<string, string>) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))

interface Props {
  filter: PacketFilter
  onChange: (next: PacketFilter) => void
}

/** Finds packets by words and by department; for administrators also those with obsolete handouts. */
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
        onValue={setText}
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
