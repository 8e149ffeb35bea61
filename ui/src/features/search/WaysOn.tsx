// What helps where results may not: whom to ask, and ways into the catalogue by subject, language and audience.
import { Browse } from './Browse'
import { HelpContact } from './HelpContact'
import styles from './HomeView.module.css'

export default function WaysOn() {
  return (
    <div className={`${styles.home} ${styles.below}`}>
      <HelpContact />
      <Browse />
    </div>
  )
}
