// Loads the content of a record's form.
import t from 'messages:staff/forms'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asProblem } from '../api/problem'
import { LoadingFailure } from '../components/feedback/LoadingFailure'
import layout from '../components/page/Page.module.css'
import { PageHeading } from '../components/page/PageHeading'
import { useTitle } from '../lib/useTitle'
import styles from './RecordForm.module.css'

interface Props<Answer, Key extends QueryKey> {
  query: UseQueryOptions<Answer, Error, Answer, Key>
  /** The heading when the record could not be loaded. */
  failure: string
  /** The title of the page, the headings for statuses of records that do not exist, and what to do then. */
  missing: { title: string; headings: Readonly<Record<number, string>>; hint: ReactNode }
  /** The form. It gets the newest version, which later loads do not replace while the person is typing. */
  children: (answer: Answer, reload: () => Promise<unknown>) => ReactNode
}

export function LoadedRecord<Answer, Key extends QueryKey>({ query, failure, missing, children }: Props<Answer, Key>) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  if (data !== undefined && isFetchedAfterMount) return children(data, refetch)
  if (!error) return <Loading />
  const problem = asProblem(error)
  const heading = missing.headings[problem.status]
  if (heading) return <Missing title={missing.title} heading={heading} hint={missing.hint} />
  return <LoadingFailure heading={failure} problem={problem} onRetry={() => void refetch()} />
}

function Loading() {
  useTitle(t('loading'), true)
  return (
    <div role="status">
      <h1 className={styles.loading}>{t('loading')}</h1>
    </div>
  )
}

function Missing({ title, heading, hint }: { title: string; heading: string; hint: ReactNode }) {
  useTitle(title, true)
  return (
    <div className={layout.section}>
      <PageHeading>{heading}</PageHeading>
      {hint}
    </div>
  )
}
