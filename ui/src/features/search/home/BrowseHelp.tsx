// Shown when the results may not help: the help contact, and links to browse by subject, language and audience.
import type { QueryClient } from '@tanstack/react-query'
import { Browse, everything } from './Browse'
import { HelpContact } from './HelpContact'
import styles from './HomeView.module.css'

export const loadBrowsing = (client: QueryClient) => client.prefetchQuery(everything)

export default function BrowseHelp() {
  return (
    <div className={`${styles.home} ${styles.below}`}>
      <HelpContact />
      <Browse />
    </div>
  )
}
