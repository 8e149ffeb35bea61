// Asks for confirmation before one citation of a group is kept: shows the others, and the languages that only they have.
import t from 'messages:staff/duplicates'
import { useQuery } from '@tanstack/react-query'
import { currentCitationsQuery } from '../../api/catalogue/citations'
import type { DuplicateCitation } from '../../api/maintenance/overview'
import { Notice } from '../../components/feedback/Notice'
import { Skeleton } from '../../components/feedback/Skeleton'
import { ConfirmDialog } from '../../components/page/Dialog'
import { ProblemNotice } from '../../formkit/ProblemNotice'
import styles from './DuplicatesPage.module.css'
import type { LoadedCitation } from './useKeepOne'

interface Props {
  kept: DuplicateCitation
  /** The citations that become obsolete. */
  others: readonly DuplicateCitation[]
  /** The number of citations of the group that are not shown and stay unchanged. */
  more: number
  open: boolean
  busy: boolean
  failure: string | null
  onKeep: (others: readonly LoadedCitation[]) => void
  onClose: () => void
  onClosed: () => void
  focusAfter: () => HTMLElement | null
}

export function KeepDialog({ kept, others, more, open, busy, failure, onKeep, onClose, onClosed, focusAfter }: Props) {
  const ids = [kept, ...others].map(({ id }) => id)
  // Loaded when the dialog opens, so that exactly the confirmed versions are changed.
  const loaded = useQuery({ ...currentCitationsQuery(ids), enabled: open })
  const [keptNow, ...othersNow] = loaded.isFetching ? [] : (loaded.data ?? [])
  return (
    <ConfirmDialog
      role="dialog"
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      focusAfter={focusAfter}
      title={t('keepTitle', { title: kept.title })}
      cancel={t('cancel')}
      confirm={t('keepThisOne')}
      variant="primary"
      busy={busy}
      disabled={!keptNow}
      onConfirm={() => onKeep(othersNow)}
    >
      <div className={styles.keep}>
        <p>{t('othersBecomeObsolete', { count: others.length })}</p>
        {failure && (
          <Notice kind="error" title={t('nothingChanged')}>
            {failure}
          </Notice>
        )}
        <ProblemNotice title={t('citationsNotLoaded')} call={loaded} />
        {!keptNow && !loaded.isError && <Skeleton kind="block" />}
        {keptNow && (
          <ul className={styles.others}>
            {othersNow.map(({ citation }) => (
              <Other key={citation.id} other={citation} kept={keptNow.citation} />
            ))}
          </ul>
        )}
        {more > 0 && <p className={styles.details}>{t('moreNotShown', { more })}</p>}
      </div>
    </ConfirmDialog>
  )
}

type Shown = LoadedCitation['citation']

function Other({ other, kept }: { other: Shown; kept: Shown }) {
  const known = new Set(kept.languages.map(({ lang }) => lang))
  const only = other.languages.map(({ lang }) => lang).filter((lang) => !known.has(lang))
  const numbers = [...new Set(other.languages.flatMap(({ ksbgNumber }) => ksbgNumber ?? []))]
  return (
    <li>
      <p dir="auto" className={styles.other}>
        {other.title}
      </p>
      <p className={styles.details}>
        {[...numbers, other.languages.map(({ lang }) => lang).join(', ')].filter(Boolean).join(' · ')}
      </p>
      {only.length > 0 && (
        <p>
          {t.rich('onlyHere', {
            count: only.length,
            languages: only.join(', '),
            strong: (text) => <strong>{text}</strong>,
          })}
        </p>
      )}
    </li>
  )
}
