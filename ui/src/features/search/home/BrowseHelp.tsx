// Help when results may not: the help contact, and links to browse by subject, language and audience.
import { Browse } from './Browse'
import { HelpContact } from './HelpContact'
import styles from './HomeView.module.css'

export default function BrowseHelp() {
  return (
    <div className={`${styles.home} ${styles.below}`}>
      <HelpContact />
      <Browse />
    </div>
  )
}
