// The page of unknown paths.

import shell from 'messages:en/shell'
import { Link } from 'react-router-dom'
import { useCopiedAddress } from '../api/useCopiedAddress'
import { PageHeading } from '../components/page/PageHeading'
import { useText } from '../i18n/useText'
import { useTitle } from '../lib/useTitle'
import { patterns } from '../paths'
import styles from './NotFound.module.css'

export function NotFound() {
  const t = useText(shell)
  useTitle(t('notFoundTitle'))
  useCopiedAddress()
  return (
    <div className={styles.page}>
      <PageHeading>{t('notFound')}</PageHeading>
      <p>{t('notFoundHint')}</p>
      <p>
        <Link to={patterns.home}>{t('returnHome')}</Link>
      </p>
    </div>
  )
}
