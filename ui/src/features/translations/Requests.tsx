// The translation requests, newest first; an administrator closes those that are done or declined.
import t from 'messages:staff/translations'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useLanguages } from '../../api/languages'
import {
  closeRequest,
  type RequestFilter,
  requestsDownload,
  requestsQuery,
  type TranslationRequest,
  translationsKey,
  translationsPageSize,
} from '../../api/maintenance/translations'
import { asProblem } from '../../api/problem'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { Notice } from '../../components/feedback/Notice'
import { announce } from '../../components/feedback/StatusLine'
import { SelectField } from '../../components/form/TextField'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import { PagedList } from '../../components/list/PagedList'
import { pageStart } from '../../components/list/pages'
import layout from '../../components/page/Page.module.css'
import { dayOfInstant } from '../../lib/dates/dateTimes'
import { ListTable } from '../../listkit/ListTable'
import { useListAddress } from '../../listkit/useListAddress'
import { citationPath } from '../../paths'
import styles from './TranslationsPage.module.css'
import { requestAddress, requestStates } from './translationAddress'

export function Requests() {
  const { all, byTag } = useLanguages()
  const client = useQueryClient()
  const count = useRef<HTMLParagraphElement>(null)
  const { filter: shown, page, setFilter, setPage } = useListAddress(requestAddress, { replacesPages: true })
  const state = requestStates.find(({ value }) => value === shown.requestState) ?? requestStates[0]
  const filter: RequestFilter = { lang: shown.requestLang, state: state.filter }
  const requests = useQuery({
    ...requestsQuery(filter, pageStart(page, translationsPageSize)),
    placeholderData: keepPreviousData,
  })
  const closing = useSingleMutation({
    mutationFn: closeRequest,
    onSuccess: async (_, { title }: TranslationRequest) => {
      announce(t('requestForTitleClosed', { title }))
      count.current?.focus({ preventScroll: true })
      await client.invalidateQueries({ queryKey: translationsKey })
    },
  })
  const found = requests.data?.found ?? 0
  const tags = [...new Set(all.flatMap(({ tag }) => tag ?? []))]
  const nameOf = (tag: string) => byTag(tag)?.value ?? tag
  return (
    <section aria-labelledby="requests" className={layout.section}>
      <h2 id="requests">{t('requests')}</h2>
      <div className={`${layout.tools} ${styles.tools}`}>
        <SelectField
          label={t('languageOfRequest')}
          value={filter.lang}
          onChange={(event) => setFilter({ requestLang: event.target.value })}
        >
          <option value="">{t('allLanguages')}</option>
          {tags.map((tag) => (
            <option key={tag} value={tag}>
              {nameOf(tag)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('stateOfRequest')}
          value={state.value}
          onChange={(event) => setFilter({ requestState: event.target.value })}
        >
          {requestStates.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <DownloadLinks
          href={requestsDownload(filter)}
          file="translation_requests.csv"
          csv={t('downloadRequestsAsCsv')}
          excel={t('downloadRequestsAsExcel')}
        />
      </div>
      {closing.isError && (
        <Notice
          kind="error"
          title={t('requestForTitleNotClosed', { title: closing.variables.title })}
          onDismiss={closing.reset}
        >
          {asProblem(closing.error).text}
        </Notice>
      )}
      <PagedList
        query={requests}
        label={t('pagesOfRequests')}
        failure={t('requestsNotLoaded')}
        page={page}
        pageSize={translationsPageSize}
        onPage={setPage}
      >
        {(shown) => (
          <>
            <p ref={count} tabIndex={-1} role="status">
              {found === 0 ? t('noRequests') : t('requestCount', { found })}
            </p>
            {found > 0 && (
              <RequestTable
                requests={shown.requests}
                nameOf={nameOf}
                closing={closing.isPending ? closing.variables.id : null}
                onClose={(request) => closing.mutate(request)}
              />
            )}
          </>
        )}
      </PagedList>
    </section>
  )
}

interface TableProps {
  requests: readonly TranslationRequest[]
  nameOf: (tag: string) => string
  /** The ID of the request that is being closed. */
  closing: string | null
  onClose: (request: TranslationRequest) => void
}

const RequestTable = ({ requests, nameOf, closing, onClose }: TableProps) => (
  <ListTable
    caption={t('requestsForTranslation')}
    rows={requests}
    rowKey={({ id }) => id}
    columns={[
      {
        header: t('title'),
        is: 'name',
        cell: ({ readableId, title, note }) => (
          <div>
            <Link to={citationPath(readableId)} dir="auto">
              {title}
            </Link>
            {note && (
              <p className={styles.note} dir="auto">
                {note}
              </p>
            )}
          </div>
        ),
      },
      { header: t('language'), cell: ({ lang }) => nameOf(lang) },
      { header: t('requestedBy'), cell: ({ by }) => by },
      { header: t('requestedOn'), cell: ({ at }) => dayOfInstant(at) },
      {
        header: t('actions'),
        is: 'actions',
        cell: (request) =>
          request.closedAt ? (
            <Badge>{t('closedShortDate', { shortDate: dayOfInstant(request.closedAt) })}</Badge>
          ) : (
            <Button
              size="small"
              busy={closing === request.id}
              aria-label={t('closeRequestForTitleName', { title: request.title, nameOf: nameOf(request.lang) })}
              onClick={() => onClose(request)}
            >
              {t('close')}
            </Button>
          ),
      },
    ]}
  />
)
