// The page for an item number that no handout has, with a search for it. The server redirects existing item numbers.

import messages from 'messages:en/search'
import { useParams } from 'react-router-dom'
import { Button } from '../components/buttons/Button'
import { TextField } from '../components/form/TextField'
import { useText } from '../i18n/useText'
import { patterns } from '../paths'
import { NotFound } from './NotFound'
import styles from './UnknownItemNumber.module.css'

export default function UnknownItemNumber() {
  const t = useText(messages)
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
