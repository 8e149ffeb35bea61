// Shown when the results may not help: the help contact, a mail to it, and links to browse by subject, language and audience.
import messages from 'messages:en/home'
import type { QueryClient } from '@tanstack/react-query'
import { useConfig } from '../../../api/config'
import { useText } from '../../../i18n/useText'
import { Browse, everything, HelpContact } from './Browse'
import styles from './HomeView.module.css'

export { HelpContact }

export const loadBrowsing = (client: QueryClient) => client.prefetchQuery(everything)

interface Props {
  q: string
  /** Whether the help contact is above the results already. */
  hasHelp: boolean
}

export default function BrowseHelp({ q, hasHelp }: Props) {
  return (
    <div className={`${styles.home} ${styles.below}`}>
      {!hasHelp && <HelpContact />}
      {q !== '' && <TellUs q={q} />}
      <Browse />
    </div>
  )
}

/** A mail that tells the help contact what was searched for. */
function TellUs({ q }: { q: string }) {
  const t = useText(messages)
  const email = useConfig()?.hospital.email
  if (!email) return null
  return (
    <p className={styles.contact}>
      <a href={`mailto:${email}?subject=${encodeURIComponent(t('tellUsSubject', { q }))}`}>{t('tellUs')}</a>
    </p>
  )
}
