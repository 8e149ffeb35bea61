// The help contact; nothing if no email address is configured.
import messages from 'messages:en/home'
import { useConfig } from '../../../api/config'
import { EmailAddress } from '../../../components/page/EmailAddress'
import { useText } from '../../../i18n/useText'
import styles from './HomeView.module.css'

export function HelpContact() {
  const t = useText(messages)
  const email = useConfig()?.hospital.email
  if (!email) return null
  return <p className={styles.contact}>{t.rich('contact', { mail: () => <EmailAddress address={email} /> })}</p>
}
