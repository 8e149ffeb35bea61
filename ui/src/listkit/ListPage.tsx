// The frame of a list screen: title, filters, the paged list, and what follows it.
import type { ReactNode } from 'react'
import { asProblem } from '../api/problem'
import { PagedList, type PagedListProps, type PageQuery } from '../components/list/PagedList'
import layout from '../components/page/Page.module.css'
import { PageHeading } from '../components/page/PageHeading'
import { useTitle } from '../lib/useTitle'
import styles from './ListPage.module.css'

interface Props<Page> extends Omit<PagedListProps<Page>, 'query' | 'failureDetail' | 'empty'> {
  title: string
  className?: string
  query: PageQuery<Page> & { error: Error | null }
  /** The heading with what is beside it; by default only the title. */
  heading?: ReactNode
  /** Above the list: introduction and notices. */
  head?: ReactNode
  /** Views and filters, directly above the list. */
  filters?: ReactNode
  /** Shown instead of an empty list; without it `children` is always rendered. */
  empty?: ReactNode
  /** Below the list: actions for the selection and dialogs. */
  foot?: ReactNode
  /** Marks the page while it is being printed. */
  isPrinting?: boolean
}

export function ListPage<Page extends { found: number }>(props: Props<Page>) {
  const { title, className, query, heading, head, filters, empty, foot, isPrinting, ...list } = props
  useTitle(title)
  return (
    <div
      className={[layout.page, filters && styles.filtered, className].filter(Boolean).join(' ')}
      data-printing={isPrinting || undefined}
    >
      {heading ?? <PageHeading>{title}</PageHeading>}
      {head}
      {filters}
      <PagedList
        {...list}
        query={query}
        failureDetail={query.error ? asProblem(query.error).text : undefined}
        empty={empty === undefined ? undefined : <p className={layout.empty}>{empty}</p>}
      />
      {foot}
    </div>
  )
}
