// Duplicates: groups of citations in use that share title, item number or URL; one citation of a group can be kept.
import t from 'messages:staff/duplicates'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { BulkProgress } from '../../api/catalogue/bulk'
import {
  type DuplicateCitation,
  type DuplicateGroup,
  duplicatesDownload,
  duplicatesKey,
  duplicatesQuery,
} from '../../api/maintenance/overview'
import { asProblem } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Badge } from '../../components/feedback/Badge'
import { ErrorNotice } from '../../components/feedback/Notice'
import { ListHead } from '../../components/list/ListHead'
import { SkippedList } from '../../components/list/SkippedList'
import { citationCount } from '../../lib/text/citationCount'
import { sameValue } from '../../lib/text/sameValue'
import { ListPage } from '../../listkit/ListPage'
import { listAddress, useListAddress, useListReload, usePages } from '../../listkit/listAddress'
import { citationEditPath, citationPath, patterns } from '../../paths'
import styles from './DuplicatesPage.module.css'
import { KeepDialog, useKeepOne } from './KeepDialog'

const address = listAddress(patterns.duplicates, {})

export default function DuplicatesPage() {
  const { page, setPage } = useListAddress(address)
  const [isOutdated, setOutdated] = useState(false)
  const list = usePages({ page, setPage }, duplicatesQuery)
  const reload = useListReload(duplicatesKey, () => setOutdated(false))
  return (
    <ListPage
      title={t('duplicates')}
      head={<p className={styles.about}>{t('introduction')}</p>}
      {...list}
      label={t('pagesOfDuplicates')}
      failure={t('listNotLoaded')}
      empty={t('noDuplicates')}
    >
      {({ found, groups }) => (
        <>
          <ListHead
            summary={t('groups', { found })}
            download={duplicatesDownload}
            file="duplicates.csv"
            onReload={isOutdated ? reload : undefined}
          />
          <ul className={styles.groups}>
            {groups.map((group) => (
              <li key={group.same.map(({ kind, text }) => `${kind} ${text}`).join('\n')}>
                <Group group={group} onChanged={() => setOutdated(true)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListPage>
  )
}

const kinds = { title: t('sameTitle'), itemNumber: t('sameItemNumber'), address: t('sameUrl') } as const

/** `onChanged` is called when the list is outdated. */
function Group({ group: { same, count, citations }, onChanged }: { group: DuplicateGroup; onChanged: () => void }) {
  const [citationToKeep, setCitationToKeep] = useState<DuplicateCitation | null>(null)
  const [open, setOpen] = useState(false)
  const { keeping, undoing, isKeeping, isUndoing, done } = useKeepOne(() => setOpen(false))
  const outcome = useRef<HTMLDivElement>(null)
  const kept = done && !done.isUndo && done.changed > 0 ? done.kept : null
  /** Whether the job has made it obsolete. */
  const isObsolete = (id: string) =>
    kept !== null && id !== kept && !done?.skipped.some((citation) => citation.id === id)
  return (
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
        {citations.map((citation) => (
          <li key={citation.id}>
            <div className={styles.entry}>
              <Entry citation={citation} same={same} />
              {citation.id === kept && <Badge>{t('kept')}</Badge>}
              {isObsolete(citation.id) && <Badge>{t('obsolete')}</Badge>}
            </div>
            <div className={styles.actions}>
              <Link
                to={citationEditPath(citation.id)}
                aria-label={t('editTitle', { title: citation.title, readableId: citation.readableId })}
              >
                {t('edit')}
              </Link>
              {kept === null && citations.length > 1 && (
                <Button
                  size="small"
                  aria-label={t('keepThisTitle', { title: citation.title, readableId: citation.readableId })}
                  onClick={() => {
                    keeping.reset()
                    setCitationToKeep(citation)
                    setOpen(true)
                  }}
                >
                  {t('keepThisOne')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {count > citations.length && (
        <p className={styles.details}>{t('andCountMoreInCsv', { count: count - citations.length })}</p>
      )}
      <div ref={outcome} tabIndex={-1} role="status" className={styles.outcome}>
        {done && (
          <KeepOutcome
            done={done}
            failure={undoing.isError ? asProblem(undoing.error).text : null}
            onUndo={() => {
              outcome.current?.focus()
              undoing.mutate(done.job)
            }}
          />
        )}
        {isUndoing && t('undoing')}
        {isKeeping && citationToKeep === null && t('keeping')}
      </div>
      {citationToKeep && (
        <KeepDialog
          kept={citationToKeep}
          others={citations.filter(({ id }) => id !== citationToKeep.id)}
          more={count - citations.length}
          open={open}
          busy={isKeeping || isUndoing}
          failure={keeping.isError ? asProblem(keeping.error).text : null}
          onKeep={(others) => keeping.mutate({ kept: citationToKeep.id, others }, { onSuccess: onChanged })}
          onClose={() => setOpen(false)}
          onClosed={() => setCitationToKeep(null)}
          focusAfter={() => (done ? outcome.current : null)}
        />
      )}
    </>
  )
}

const isShared = (same: DuplicateGroup['same'], kind: DuplicateGroup['same'][number]['kind'], text: string) =>
  same.some((shared) => shared.kind === kind && sameValue(shared.text, text))

/** A citation with what distinguishes it from others of the same title: item numbers and department, or its readable ID. */
function Entry({ citation, same }: { citation: DuplicateCitation } & Pick<DuplicateGroup, 'same'>) {
  const { title, itemNumbers, department, readableId } = citation
  return (
    <>
      <Link to={citationPath(readableId)} dir="auto">
        {isShared(same, 'title', title) ? <mark>{title}</mark> : title}
      </Link>
      <span className={styles.details}>
        {itemNumbers.map((number, n) => (
          <span key={number}>
            {n > 0 && ' · '}
            {isShared(same, 'itemNumber', number) ? <mark>{number}</mark> : number}
          </span>
        ))}
        {itemNumbers.length > 0 && department && ' · '}
        {department}
        {itemNumbers.length === 0 && !department && readableId}
      </span>{' '}
    </>
  )
}

interface Done {
  job: string
  isUndo: boolean
  /** The number of changed citations. */
  changed: number
  skipped: BulkProgress['left']
  error: string | null | undefined
}

interface Props {
  done: Done
  /** Why the undo failed. */
  failure: string | null
  onUndo: () => void
}

/** The result of keeping one citation of a group, or of its undo. */
function KeepOutcome({ done: { isUndo, changed, skipped, error }, failure, onUndo }: Props) {
  return (
    <>
      <ErrorNotice title={isUndo ? t('undoFailed') : t('othersDidNotBecomeObsolete')} text={error} />
      {!error && changed > 0 && (
        <p className={styles.done}>
          <CircleCheck aria-hidden />
          <span>
            {isUndo
              ? t('undone', { citationCount: citationCount(changed) })
              : t('citationsReplaced', { citationCount: citationCount(changed) })}
          </span>
          {!isUndo && (
            <Button size="small" onClick={onUndo}>
              {t('undo')}
            </Button>
          )}
        </p>
      )}
      {!error && changed === 0 && <p>{t('nothingChanged')}</p>}
      {skipped.length > 0 && (
        <SkippedList skipped={skipped} link={({ id, title }) => <Link to={citationPath(id)}>{title}</Link>} />
      )}
      <ErrorNotice title={t('undoFailed')} text={failure} />
    </>
  )
}
