// The missing and outdated translations of a language; highest demand first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { departmentsQuery } from '../../api/catalogue/departments'
import {
  type GapFilter,
  gapsDownload,
  gapsQuery,
  type TranslationGap,
  translationsPageSize,
} from '../../api/maintenance/translations'
import { SelectField } from '../../components/form/TextField'
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { shortDate } from '../../lib/dates/dates'
import { useListAddress } from '../../listkit/useListAddress'
import { citationPath } from '../../paths'
import { useTranslationTargets } from '../../session/language/translationTargets'
import styles from './TranslationsPage.module.css'
import { gapAddress } from './translationAddress'

const number = (n: number) => n.toLocaleString('en-US')

export function Gaps() {
  const { targets, usual } = useTranslationTargets()
  const departments = useQuery(departmentsQuery).data ?? []
  const { filter: shown, page, setFilter, setPage } = useListAddress(gapAddress, { replacesPages: true })
  const filter: GapFilter = { ...shown, lang: shown.lang || (usual?.tag ?? '') }
  const gaps = useQuery({
    ...gapsQuery(filter, pageStart(page, translationsPageSize)),
    placeholderData: keepPreviousData,
  })
  const language = targets.find(({ tag }) => tag === filter.lang)
  return (
    <section aria-labelledby="gaps" className={layout.section}>
      <h2 id="gaps">Missing and outdated</h2>
      <div className={`${layout.tools} ${styles.tools}`}>
        <SelectField label="Language" value={filter.lang} onChange={(event) => setFilter({ lang: event.target.value })}>
          {!language && filter.lang !== '' && <option value={filter.lang}>{filter.lang}</option>}
          {targets.map(({ tag, value, name }) => (
            <option key={tag} value={tag}>
              {name === value ? value : `${value} (${name})`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Department"
          value={filter.department}
          onChange={(event) => setFilter({ department: event.target.value })}
        >
          <option value="">All departments</option>
          {departments.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Show" value={filter.state} onChange={(event) => setFilter({ state: event.target.value })}>
          <option value="">Missing and outdated</option>
          <option value="missing">Missing</option>
          <option value="outdated">Outdated</option>
        </SelectField>
        {filter.lang !== '' && (
          <a href={gapsDownload(filter)} download="translations.csv">
            Download as CSV
          </a>
        )}
      </div>
      <PagedList
        query={gaps}
        label="Pages of missing and outdated translations"
        failure="The list could not be loaded."
        page={page}
        pageSize={translationsPageSize}
        onPage={setPage}
      >
        {(shown) => (
          <>
            <p role="status">
              {`${number(shown.counts.missing)} missing, ${number(shown.counts.outdated)} outdated. Most wanted first.`}
            </p>
            {shown.citations.length > 0 && <GapTable gaps={shown.citations} />}
          </>
        )}
      </PagedList>
    </section>
  )
}

/** A number; 0 is shown as a dash, so that the others stand out. */
const Demand = ({ count }: { count: number }) =>
  count > 0 ? (
    number(count)
  ) : (
    <>
      <span aria-hidden className={styles.none}>
        –
      </span>
      <VisuallyHidden>0</VisuallyHidden>
    </>
  )

const GapTable = ({ gaps }: { gaps: readonly TranslationGap[] }) => (
  <Table caption="Citations that lack a translation" stacked>
    <thead>
      <tr>
        <th scope="col">Title</th>
        <th scope="col">Department</th>
        <th scope="col">State</th>
        <th scope="col" data-numeric>
          Requests
        </th>
        <th scope="col" data-numeric>
          Searches
        </th>
        <th scope="col">Revised</th>
        <th scope="col">English revised</th>
      </tr>
    </thead>
    <tbody>
      {gaps.map((gap) => (
        <tr key={gap.id}>
          <td data-name>
            <Link to={citationPath(gap.readableId)} dir="auto">
              {gap.title}
            </Link>
          </td>
          <td data-label="Department">{gap.department}</td>
          <td data-label="State">{gap.state === 'missing' ? 'Missing' : 'Outdated'}</td>
          <td data-label="Requests" data-numeric>
            <Demand count={gap.requests} />
          </td>
          <td data-label="Searches" data-numeric>
            <Demand count={gap.searches} />
          </td>
          <td data-label="Revised">{shortDate(gap.revisionDate)}</td>
          <td data-label="English revised">{shortDate(gap.englishRevisionDate)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
)
