// The home view below the search box: favorites, or ways into the catalogue for visitors; links to elsewhere, whom to ask.

import messages from 'messages:en/home'
import parts from 'messages:en/parts'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { useConfig } from '../../api/config'
import { useUser } from '../../api/user'
import { useText } from '../../i18n/useText'
import { FavoritesTable } from '../../session/FavoritesTable'
import { useSession } from '../../session/store'
import { Browse, useBrowseSettled } from './Browse'
import styles from './HomeView.module.css'

const outsideLinks = ['serviceDesk', 'translation', 'createMaterials', 'healthLiteracy'] as const

export default function HomeView() {
  const config = useConfig()
  const t = useText(messages)
  const newTab = useText(parts)('newTab')
  const links = outsideLinks.flatMap((key) => {
    const href = config?.links[key]
    return href ? [{ label: t(key), href }] : []
  })
  const email = config?.hospital.email
  const { known, signedIn } = useUser()
  const settled = [useFavoritesKnown(), useBrowseSettled() || signedIn].every(Boolean)
  if (!settled) return null
  return (
    <div className={styles.columns}>
      <FavoritesTable />
      {known && !signedIn && <Browse />}
      {(links.length > 0 || email) && (
        <section className={styles.help} aria-labelledby="home-links">
          <h2 id="home-links">{t('links')}</h2>
          {links.length > 0 && (
            <ul className={styles.links}>
              {links.map(({ label, href }) => (
                <li key={label}>
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    <span>{label}</span>
                    <ExternalLink aria-label={newTab} />
                  </a>
                </li>
              ))}
            </ul>
          )}
          {email && (
            <p className={styles.contact}>
              {t.rich('contact', { mail: () => <a href={`mailto:${email}`}>{email}</a> })}
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
