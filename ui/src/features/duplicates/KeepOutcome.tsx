// What came of keeping one citation of a group, or of undoing that.
import CircleCheck from 'lucide-react/icons/circle-check'
import { Link } from 'react-router-dom'
import type { BulkProgress } from '../../api/bulk'
import { Button } from '../../components/Button'
import { LeftList } from '../../components/LeftList'
import { Notice } from '../../components/Notice'
import { citationPath } from '../../paths'
import styles from './DuplicatesPage.module.css'

interface Done {
  job: string
  isUndo: boolean
  /** How many citations were changed. */
  changed: number
  left: BulkProgress['left']
  error: string | null | undefined
}

interface Props {
  done: Done
  /** Why it could not be undone. */
  failure: string | null
  onUndo: () => void
}

const countOf = (count: number) => (count === 1 ? '1 citation' : `${count} citations`)

export function KeepOutcome({ done: { isUndo, changed, left, error }, failure, onUndo }: Props) {
  return (
    <>
      {error && (
        <Notice kind="error" title={isUndo ? 'It was not undone.' : 'The others did not become obsolete.'}>
          {error}
        </Notice>
      )}
      {!error && changed > 0 && (
        <p className={styles.done}>
          <CircleCheck aria-hidden />
          <span>
            {isUndo
              ? `Undone: ${countOf(changed)} as before.`
              : `${countOf(changed)} obsolete now, replaced by the one you kept.`}
          </span>
          {!isUndo && (
            <Button size="small" onClick={onUndo}>
              Undo
            </Button>
          )}
        </p>
      )}
      {!error && changed === 0 && <p>Nothing was changed.</p>}
      {left.length > 0 && <LeftList left={left} link={({ id, title }) => <Link to={citationPath(id)}>{title}</Link>} />}
      {failure && (
        <Notice kind="error" title="It was not undone.">
          {failure}
        </Notice>
      )}
    </>
  )
}
