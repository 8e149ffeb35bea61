// The person's imports of the last days: continued where they were left, or deleted.

import t from 'messages:staff/import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import { Link } from 'react-router-dom'
import { deleteImport, type ImportEntry, importListQuery, importsKey } from '../../../api/catalogue/imports'
import { asProblem } from '../../../api/problem'
import { useSingleMutation } from '../../../api/useSingleMutation'
import { IconButton } from '../../../components/buttons/IconButton'
import { Notice } from '../../../components/feedback/Notice'
import { announce } from '../../../components/feedback/StatusLine'
import { focusHeading } from '../../../components/page/PageHeading'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { ProblemNotice } from '../../../formkit/ProblemNotice'
import { dayAndTime } from '../../../lib/dates/dateTimes'
import { ListTable } from '../../../listkit/ListTable'
import styles from './Import.module.css'
import { type Step, stepPath } from './importAddress'

const stateText = ({ state }: ImportEntry) => {
  if (state === 'complete') return t('stateComplete')
  return state === 'ready' ? t('stateReady') : t('stateRunning')
}

const nextStep = ({ state }: ImportEntry): Step => (state === 'ready' ? 'columns' : 'result')

export function EarlierImports() {
  const client = useQueryClient()
  const { data, error } = useQuery(importListQuery())
  const deleting = useSingleMutation({
    mutationFn: ({ id }: ImportEntry) => deleteImport(id),
    onSuccess: async (_, { name }) => {
      announce(t('deleted', { name }))
      // The pressed button is removed.
      focusHeading()
      await client.invalidateQueries({ queryKey: importsKey })
    },
  })
  if (error && !data) {
    return (
      <Notice kind="info" quiet title={t('earlierNotLoaded')}>
        {asProblem(error).text}
      </Notice>
    )
  }
  if (!data || data.imports.length === 0) return null
  return (
    <>
      <h3>{t('earlier')}</h3>
      <ProblemNotice title={t('notDeleted')} call={deleting} />
      <ListTable
        caption={t('earlierCaption')}
        rows={data.imports}
        rowKey={({ id }) => id}
        className={styles.head}
        columns={[
          {
            header: t('file'),
            is: 'name',
            cell: (entry) => (
              <Link to={stepPath(entry.id, nextStep(entry))} aria-label={t('continueName', { name: entry.name })}>
                <bdi>{entry.name}</bdi>
              </Link>
            ),
          },
          { header: t('sent'), cell: ({ created }) => created && dayAndTime(created) },
          { header: t('state'), cell: stateText },
          {
            header: t('actions'),
            head: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
            is: 'actions',
            cell: (entry) =>
              stateText(entry) !== t('stateRunning') && (
                <IconButton label={t('deleteName', { name: entry.name })} onClick={() => deleting.mutate(entry)}>
                  <Trash aria-hidden />
                </IconButton>
              ),
          },
        ]}
      />
    </>
  )
}
