// Translations: the requests, and the missing and outdated translations of a language.

import t from 'messages:staff/translations'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLanguages } from '../../api/languages'
import {
  closeRequest,
  type GapFilter,
  gapsDownload,
  gapsQuery,
  type RequestFilter,
  requestsDownload,
  requestsQuery,
  type TranslationGap,
  type TranslationRequest,
  translationsKey,
} from '../../api/maintenance/translations'
import { useSingleMutation } from '../../api/useSingleMutation'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { announce } from '../../components/feedback/Notice'
import { SelectField } from '../../components/form/TextField'
import { DownloadLinks } from '../../components/list/DownloadLinks'
import { ListDownloads } from '../../components/list/ListHead'
import { PagedList } from '../../components/list/PagedList'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import { dayOfInstant, shortDate } from '../../lib/dates/dates'
import { DepartmentFilter } from '../../listkit/ListPage'
import { CitationLink, ListTable } from '../../listkit/ListTable'
import { anyText, listAddress, useListAddress, usePages } from '../../listkit/listAddress'
import { useTranslationTargets } from '../../parts/language/translationTargets'
import { patterns } from '../../paths'
import styles from './TranslationsPage.module.css'

export default function TranslationsPage() {
  useTitle(t('translations'))
  return (
    <div className={layout.page}>
      <PageHeading>{t('translations')}</PageHeading>
      <Requests />
      <Gaps />
    </div>
  )
}

/** The translation requests, newest first; an administrator closes those that are done or declined. */
function Requests() {
  const { all, byTag } = useLanguages()
  const client = useQueryClient()
  const count = useRef<HTMLParagraphElement>(null)
  const { filter: shown, page, setFilter, setPage } = useListAddress(requestAddress, { replacesPages: true })
  const state = requestStates.find(({ value }) => value === shown.requestState) ?? requestStates[0]
  const filter: RequestFilter = { lang: shown.requestLang, state: state.filter }
  const requests = usePages({ page, setPage }, (start) => requestsQuery(filter, start))
  const closing = useSingleMutation({
    mutationFn: closeRequest,
    onSuccess: async (_, { title }: TranslationRequest) => {
      announce(t('requestForTitleClosed', { title }))
      count.current?.focus({ preventScroll: true })
      await client.invalidateQueries({ queryKey: translationsKey })
    },
  })
  const found = requests.query.data?.found ?? 0
  const tags = [...new Set(all.flatMap(({ tag }) => tag ?? []))]
  const nameOf = (tag: string) => byTag(tag)?.value ?? tag
  return (
    <section aria-labelledby="requests" className={layout.section}>
      <h2 id="requests">{t('requests')}</h2>
      <div className={`${layout.tools} ${styles.tools}`}>
        <SelectField
          label={t('languageOfRequest')}
          value={filter.lang}
          onValue={(value) => setFilter({ requestLang: value })}
          options={tags.map((tag) => [tag, nameOf(tag)])}
        >
          <option value="">{t('allLanguages')}</option>
        </SelectField>
        <SelectField
          label={t('stateOfRequest')}
          value={state.value}
          onValue={(value) => setFilter({ requestState: value })}
          options={requestStates.map(({ value, label }) => [value, label])}
        />
        <DownloadLinks
          href={requestsDownload(filter)}
          file="translation_requests.csv"
          csv={t('downloadRequestsAsCsv')}
          excel={t('downloadRequestsAsExcel')}
        />
      </div>
      <ProblemNotice
        title={t('requestForTitleNotClosed', { title: closing.variables?.title ?? '' })}
        call={closing}
        onDismiss={closing.reset}
      />
      <PagedList {...requests} label={t('pagesOfRequests')} failure={t('requestsNotLoaded')}>
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
            <CitationLink id={readableId} title={title} />
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

const number = (n: number) => n.toLocaleString('en-US')

/** The missing and outdated translations of a language; highest demand first. */
function Gaps() {
  const { targets, defaultTarget } = useTranslationTargets()
  const { filter: shown, page, setFilter, setPage } = useListAddress(gapAddress, { replacesPages: true })
  const filter: GapFilter = { ...shown, lang: shown.lang || (defaultTarget?.tag ?? '') }
  const gaps = usePages({ page, setPage }, (start) => gapsQuery(filter, start))
  const language = targets.find(({ tag }) => tag === filter.lang)
  return (
    <section aria-labelledby="gaps" className={layout.section}>
      <h2 id="gaps">{t('missingAndOutdated')}</h2>
      <div className={`${layout.tools} ${styles.tools}`}>
        <SelectField
          label={t('language')}
          value={filter.lang}
          onValue={(value) => setFilter({ lang: value })}
          options={targets.map(({ tag, value, name }) => [tag, name === value ? value : `${value} (${name})`])}
        >
          {!language && filter.lang !== '' && <option value={filter.lang}>{filter.lang}</option>}
        </SelectField>
        <DepartmentFilter value={filter.department} onChange={setFilter} />
        <SelectField label={t('show')} value={filter.state} onValue={(value) => setFilter({ state: value })}>
          <option value="">{t('missingAndOutdated')}</option>
          <option value="missing">{t('missing')}</option>
          <option value="outdated">{t('outdated')}</option>
        </SelectField>
        {filter.lang !== '' && <ListDownloads href={gapsDownload(filter)} file="translations.csv" />}
      </div>
      <PagedList {...gaps} label={t('pagesOfGaps')} failure={t('listNotLoaded')}>
        {(shown) => (
          <>
            <p role="status">{t('missingAndOutdatedCounts', shown.counts)}</p>
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
  <ListTable
    caption={t('citationsLackTranslation')}
    rows={gaps}
    rowKey={({ id }) => id}
    columns={[
      {
        header: t('title'),
        is: 'name',
        cell: ({ readableId, title, versionTitle }) => (
          <>
            <CitationLink id={readableId} title={title} />
            {versionTitle && <p dir="auto">{versionTitle}</p>}
          </>
        ),
      },
      { header: t('department'), cell: ({ department }) => department },
      { header: t('state'), cell: ({ state }) => (state === 'missing' ? t('missing') : t('outdated')) },
      { header: t('requests'), is: 'numeric', cell: ({ requests }) => <Demand count={requests} /> },
      { header: t('searches'), is: 'numeric', cell: ({ searches }) => <Demand count={searches} /> },
      { header: t('revised'), cell: ({ revisionDate }) => shortDate(revisionDate) },
      { header: t('englishRevised'), cell: ({ englishRevisionDate }) => shortDate(englishRevisionDate) },
    ]}
  />
)

/** The URL parameters of the two lists on the page of translations. */
export const gapAddress = listAddress<GapFilter>(patterns.translations, {
  lang: anyText,
  department: anyText,
  state: (state) => state === 'missing' || state === 'outdated',
})

/** The states of requests; in the URL, no state means open requests. */
const requestStates = [
  { value: '', label: t('open'), filter: 'open' },
  { value: 'closed', label: t('closed'), filter: 'closed' },
  { value: 'all', label: t('all'), filter: '' },
] as const

const requestAddress = listAddress<{ requestLang: string; requestState: string }>(
  patterns.translations,
  {
    requestLang: anyText,
    requestState: (state) => requestStates.some(({ value }) => value === state),
  },
  'requestPage',
)
