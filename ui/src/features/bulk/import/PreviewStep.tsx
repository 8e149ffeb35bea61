// The third step: what the import would do, row by row, before anything is written.
import t from 'messages:staff/import'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import {
  type ImportAnswer,
  type ImportPreview,
  importListQuery,
  previewPageSize,
  previewQuery,
  runImport,
} from '../../../api/catalogue/imports'
import { jobsQuery } from '../../../api/catalogue/jobs'
import { asProblem, type Problem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Spinner } from '../../../components/feedback/Spinner'
import { Checkbox } from '../../../components/form/Checkbox'
import { PagedList } from '../../../components/list/PagedList'
import { pageStart } from '../../../components/list/pages'
import layout from '../../../components/page/Page.module.css'
import { useListAddress } from '../../../listkit/useListAddress'
import { useDecisions } from './decisions'
import styles from './Import.module.css'
import { importAddress, stepPath } from './importAddress'
import { PreviewTable } from './PreviewTable'

export function PreviewStep({ answer: { details, etag } }: { answer: ImportAnswer }) {
  const { id } = details
  const { page, setPage } = useListAddress(importAddress)
  const preview = useQuery({
    ...previewQuery(id, etag, pageStart(page, previewPageSize)),
    placeholderData: keepPreviousData,
  })
  const choices = useDecisions(id, etag)
  const { data } = preview
  if (!data && !preview.isError) {
    return (
      <p role="status" className={styles.line}>
        <Spinner /> {t('comparing')}
      </p>
    )
  }
  return (
    <>
      {data && (
        <div>
          <p role="status" className={styles.counts}>
            {t('countsLine', data.counts)}
          </p>
          <p className={styles.muted}>{t('nothingWritten')}</p>
        </div>
      )}
      <PagedList
        query={preview}
        label={t('pagesOfRows')}
        failure={t('previewNotLoaded')}
        failureDetail={preview.error ? reasonOf(asProblem(preview.error)) : undefined}
        page={page}
        pageSize={previewPageSize}
        onPage={setPage}
        empty={<p className={layout.empty}>{t('noRows')}</p>}
      >
        {({ rows }) => <PreviewTable rows={rows} choices={details.mapping ? choices : null} />}
      </PagedList>
      {data && <Run id={id} preview={data} choices={choices} onOutdated={() => void preview.refetch()} />}
    </>
  )
}

interface RunProps {
  id: string
  preview: ImportPreview
  choices: ReturnType<typeof useDecisions>
  onOutdated: () => void
}

/** Starts the import of what was shown. */
function Run({ id, preview: { counts, etag }, choices, onOutdated }: RunProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { decisions, skipBad, setSkipBad } = choices
  const bad = choices.remainingBad(counts.bad)
  const isEmpty = counts.new + counts.changed === 0 && decisions.every(({ action }) => action === 'skip')
  const open = async () => {
    await client.invalidateQueries(importListQuery())
    navigate(stepPath(id, 'result'))
  }
  const running = useSingleMutation({
    mutationFn: () => runImport(id, { skipBad: skipBad && bad > 0, decisions: decisions.map(withoutMark) }, etag),
    onSuccess: async () => {
      choices.drop()
      void client.invalidateQueries(jobsQuery)
      await open()
    },
    onError: (error) => {
      const { status } = asProblem(error)
      // It was started already, in another tab.
      if (status === 409) void open()
      if (status === 412) onOutdated()
    },
  })
  const problem = running.isError ? asProblem(running.error) : null
  return (
    <div className={styles.part}>
      {decisions.length > 0 && <p>{t('decided', { count: decisions.length })}</p>}
      {bad > 0 && (
        <div>
          <Checkbox checked={skipBad} onChange={({ target }) => setSkipBad(target.checked)}>
            {t('skipBad', { bad })}
          </Checkbox>
          {!skipBad && <p className={styles.muted}>{t('skipBadRequired')}</p>}
        </div>
      )}
      {problem && problem.status !== 409 && (
        <Notice kind="error" title={t('notStarted')}>
          {problem.status === 412 ? t('previewOutdated') : reasonOf(problem)}
        </Notice>
      )}
      {isEmpty && <p>{t('nothingToImport')}</p>}
      <div className={styles.buttons}>
        <LinkButton to={stepPath(id, 'columns')}>{t('backToColumns')}</LinkButton>
        <Button
          variant="primary"
          disabled={isEmpty || (bad > 0 && !skipBad)}
          busy={running.isPending}
          onClick={() => running.mutate()}
        >
          {t('run')}
        </Button>
      </div>
    </div>
  )
}

const withoutMark = ({ row, action, id }: ReturnType<typeof useDecisions>['decisions'][number]) => ({ row, action, id })

const reasonOf = ({ status, fieldErrors, serverDetail, text }: Problem) =>
  status === 422 ? (fieldErrors[0]?.message ?? (serverDetail || text)) : text
