// Confirms that a citation was saved, and lists other citations in use that share its title, item number or URL.
import t from 'messages:staff/citationForm'
import { Link } from 'react-router-dom'
import type { SavedCitation } from '../../api/catalogue/editing'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import { Dialog } from '../../components/page/Dialog'
import { citationPath } from '../../paths'
import styles from './CitationForm.module.css'

/** Further duplicates are only counted. */
const MAX_LISTED = 5

interface Props {
  /** The saved citation; null before a save. */
  saved: SavedCitation | null
  adding: boolean
  onClose: () => void
}

export function SavedDialog({ saved, adding, onClose }: Props) {
  const warnings = saved?.warnings ?? []
  const more = warnings.length - MAX_LISTED
  return (
    <Dialog
      open={saved !== null}
      onClose={onClose}
      dismissible={false}
      title={t('success')}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('returnToView')}
        </Button>
      }
    >
      <div className={styles.saved}>
        <p>{adding ? t('yourCitationAdded') : t('yourCitationUpdated')}</p>
        {warnings.length > 0 && (
          <Notice kind="info" title={t('savedMayDuplicate')}>
            <ul>
              {warnings.slice(0, MAX_LISTED).map(({ field, message, citation }) => (
                <li key={`${field} ${citation}`} dir="auto">
                  <Link to={citationPath(citation)}>{message}</Link>
                </li>
              ))}
            </ul>
            {more > 0 && <p>{t('andMore', { more })}</p>}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
