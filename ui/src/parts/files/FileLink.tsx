// A link that opens a stored file in a tab of its own, for administrators: also one that no citation refers to yet.
import t from 'messages:staff/files'
import ExternalLink from 'lucide-react/icons/external-link'
import { fileContentPath } from '../../api/catalogue/files'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import styles from './FileLink.module.css'

interface Props {
  file: { digest: string; name: string }
  /** Appended to its name for screen readers, such as ' (row 2)'. */
  suffix?: string
}

export const FileLink = ({ file: { digest, name }, suffix = '' }: Props) => (
  <a href={fileContentPath(digest)} target="_blank" rel="noopener noreferrer" className={styles.link}>
    <bdi>{name}</bdi>
    <VisuallyHidden>{`${suffix}${t('opensInNewTab')}`}</VisuallyHidden>
    <ExternalLink aria-hidden />
  </a>
)
