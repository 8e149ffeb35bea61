// Duplicates: citations in use that share their title, an item number or an address, in groups.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import {
  type DuplicateCitation,
  type DuplicateGroup,
  duplicatesDownload,
  duplicatesPageSize,
  duplicatesQuery,
} from '../../api/overview'
import { asProblem } from '../../api/problem'
import { ListHead } from '../../components/ListHead'
import layout from '../../components/Page.module.css'
import { PagedList } from '../../components/PagedList'
import { PageHeading } from '../../components/PageHeading'
import { pageOf, startOf } from '../../components/pages'
import { useTitle } from '../../lib/useTitle'
import { citationEditPath, citationPath } from '../../paths'
import styles from './DuplicatesPage.module.css'

const kinds = { title: 'Same title', itemNumber: 'Same item number', address: 'Same address' } as const

export default function DuplicatesPage() {
  useTitle('Duplicates')
  const [parameters, setParameters] = useSearchParams()
  const page = pageOf(parameters.get('page'))
  const list = useQuery({ ...duplicatesQuery(startOf(page, duplicatesPageSize)), placeholderData: keepPreviousData })
  return (
    <div className={layout.page}>
      <PageHeading>Duplicates</PageHeading>
      <p className={styles.about}>
        Citations in use that share their title, an item number or an address. Case and spaces make no difference.
      </p>
      <PagedList
        query={list}
        label="Pages of duplicates"
        failure="The list could not be loaded."
        failureDetail={list.error ? asProblem(list.error).text : undefined}
        page={page}
        pageSize={duplicatesPageSize}
        onPage={(next) => setParameters(next > 1 ? { page: String(next) } : {})}
        empty={<p className={layout.empty}>No two citations share their title, an item number or an address.</p>}
      >
        {({ found, groups }) => (
          <>
            <ListHead
              words={found === 1 ? '1 group' : `${found.toLocaleString('en-US')} groups`}
              download={duplicatesDownload}
              file="duplicates.csv"
            />
            <ul className={styles.groups}>
              {groups.map((group) => (
                <li key={group.same.map(({ kind, text }) => `${kind} ${text}`).join('\n')}>
                  <Group group={group} />
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </div>
  )
}

/** What sets a citation apart from others with its title: its readable id where it has neither item number nor department. */
const detailsOf = ({ itemNumbers, department, readableId }: DuplicateCitation) =>
  [...itemNumbers, ...(department ? [department] : [])].join(' · ') || readableId

const Group = ({ group: { same, count, citations } }: { group: DuplicateGroup }) => (
  <>
    <dl className={styles.same}>
      {same.map(({ kind, text }) => (
        <div key={`${kind} ${text}`}>
          <dt>{kinds[kind]}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
    <ul className={styles.citations}>
      {citations.map((citation) => {
        const { id, readableId, title } = citation
        return (
          <li key={id}>
            <Link to={citationPath(readableId)} dir="auto">
              {title}
            </Link>
            <span className={styles.details}>{detailsOf(citation)}</span>
            <Link to={citationEditPath(id)} aria-label={`Edit ${title} (${readableId})`}>
              Edit
            </Link>
          </li>
        )
      })}
    </ul>
    {count > citations.length && (
      <p className={styles.details}>
        {`and ${(count - citations.length).toLocaleString('en-US')} more, which the CSV file names`}
      </p>
    )}
  </>
)
