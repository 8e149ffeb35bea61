// The page of unknown paths.

import shell from 'messages:en/shell'
import { Link } from 'react-router-dom'
import { useCopiedAddress } from '../api/useCopiedAddress'
import { PageHeading } from '../components/page/PageHeading'
import { useText } from '../i18n/useText'
import { useTitle } from '../lib/useTitle'
import { patterns } from '../paths'
import styles from './NotFound.module.css'

interface Props {
  /** The item number in the address, when no handout has it. */
  number?: string
}

export function NotFound({ number = '' }: Props) {
  const t = useText(shell)
  useTitle(t('notFoundTitle'))
  useCopiedAddress()
  return (
    <div className={styles.page}>
      <PageHeading>{t('notFound')}</PageHeading>
      {number !== '' && <p>{t('unknownNumber', { number })}</p>}
      <p>{t('notFoundHint')}</p>
      <p>
        <Link to={patterns.home}>{t('returnHome')}</Link>
      </p>
    </div>
  )
}
