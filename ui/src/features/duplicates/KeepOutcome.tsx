// The result of keeping one citation of a group, or of its undo.

import t from 'messages:staff/duplicates'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Link } from 'react-router-dom'
import type { BulkProgress } from '../../api/catalogue/bulk'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { SkippedList } from '../../components/list/SkippedList'
import { citationCount } from '../../lib/text/citationCount'
import { citationPath } from '../../paths'
import styles from './DuplicatesPage.module.css'

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

export function KeepOutcome({ done: { isUndo, changed, skipped, error }, failure, onUndo }: Props) {
  return (
    <>
      {error && (
        <Notice kind="error" title={isUndo ? t('undoFailed') : t('othersDidNotBecomeObsolete')}>
          {error}
        </Notice>
      )}
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
      {failure && (
        <Notice kind="error" title={t('undoFailed')}>
          {failure}
        </Notice>
      )}
    </>
  )
}
