// The home view below the search box: favorites, links to elsewhere, whom to ask.
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { useConfig } from '../../api/config'
import { useUser } from '../../api/user'
import { FavoritesTable } from '../../session/FavoritesTable'
import { useSession } from '../../session/store'
import styles from './HomeView.module.css'

const outsideLinks = [
  { key: 'serviceDesk', label: 'Open a service desk ticket' },
  { key: 'translation', label: 'Request a translation' },
  { key: 'createMaterials', label: 'Create education materials' },
  { key: 'healthLiteracy', label: 'Health literacy practices' },
] as const

export function HomeView() {
  const config = useConfig()
  const links = outsideLinks.flatMap(({ key, label }) => {
    const href = config?.links[key]
    return href ? [{ label, href }] : []
  })
  const email = config?.hospital.email
  if (!useFavoritesKnown()) return null
  return (
    <div className={styles.columns}>
      <FavoritesTable />
      {(links.length > 0 || email) && (
        <section className={styles.help} aria-labelledby="home-links">
          <h2 id="home-links">Links and help</h2>
          {links.length > 0 && (
            <ul className={styles.links}>
              {links.map(({ label, href }) => (
                <li key={label}>
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    <span>{label}</span>
                    <ExternalLink aria-label="(opens in a new tab)" />
                  </a>
                </li>
              ))}
            </ul>
          )}
          {email && (
            <p className={styles.contact}>
              For help, contact <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
        </section>
      )}
    </div>
  )
}

/** Whether it is sure if there are favorites: what stands below them would jump when they came later. */
function useFavoritesKnown(): boolean {
  const { known, failure, user } = useUser()
  const here = useSession(({ favorites }) => favorites.length)
  const [settled, setSettled] = useState(false)
  const isKnown = settled || here > 0 || ((known || failure !== null) && !user?.session.favorites.length)
  if (isKnown && !settled) setSettled(true)
  return isKnown
}
