// The pages of unknown paths and of unknown item numbers.

import search from 'messages:en/search'
import shell from 'messages:en/shell'
import { Link, useParams } from 'react-router-dom'
import { useCopiedAddress } from '../api/useCopiedAddress'
import { Button } from '../components/buttons/Button'
import { TextField } from '../components/form/TextField'
import { PageHeading, useTitle } from '../components/page/PageHeading'
import { useText } from '../i18n/useText'
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

/** The page for an item number that no handout has, with a search for it. The server redirects existing item numbers. */
export function UnknownItemNumber() {
  const t = useText(search)
  const [number = '', , more] = (useParams()['*'] ?? '').split(/\//)
  return (
    <>
      {/* With more behind number and language, the address is wrong, not the number. */}
      <NotFound number={more === undefined ? number : ''} />
      <search>
        <form action={patterns.search} className={styles.search}>
          <TextField label={t('label')} name="q" type="search" defaultValue={number} />
          <Button type="submit" variant="primary">
            {t('button')}
          </Button>
        </form>
      </search>
    </>
  )
}
