// The home view below the search box: for signed-in people favorites and orders, then browsing, links for staff, and the help
// contact.

import messages from 'messages:en/home'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '../../../api/config'
import { sentOrdersQuery } from '../../../api/orders/orders'
import { useUser } from '../../../api/user'
import { useText } from '../../../i18n/useText'
import type { LoadFirstView } from '../../../lib/page/firstView'
import { lazyPart } from '../../../lib/page/lazyPart'
import { useSession } from '../../../session/store'
import { Browse, ExternalPageLink, everything, HelpContact, useBrowseSettled } from './Browse'
import styles from './HomeView.module.css'

/** Not loaded for visitors. */
const OwnHome = lazyPart(() => import('./OwnHome'))

const staffLinks = ['serviceDesk', 'createMaterials', 'healthLiteracy'] as const

export const loadFirstView: LoadFirstView = ({ client }) => client.prefetchQuery(everything)

export default function HomeView() {
  const { signedIn } = useUser()
  const settled = [useFavoritesKnown(), useOrdersKnown(), useBrowseSettled()].every(Boolean)
  if (!settled) return null
  return (
    <div className={styles.home}>
      {signedIn && <OwnHome />}
      <Browse />
      <Help />
    </div>
  )
}

function Help() {
  const t = useText(messages)
  const config = useConfig()
  const links = staffLinks.flatMap((key) => {
    const href = config?.links[key]
    return href ? [{ label: t(key), href }] : []
  })
  return (
    <div className={styles.help}>
      {links.length > 0 && (
        <section aria-labelledby="home-staff">
          <h2 id="home-staff">{t('forStaff')}</h2>
          <ul className={styles.links}>
            {links.map(({ label, href }) => (
              <li key={label}>
                <ExternalPageLink href={href}>{label}</ExternalPageLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <HelpContact />
    </div>
  )
}

/** Whether it is known if there are favorites; before that, the content below would shift when they are loaded. */
function useFavoritesKnown(): boolean {
  const { known, failure, user } = useUser()
  const here = useSession(({ favorites }) => favorites.length)
  const [settled, setSettled] = useState(false)
  const isKnown = settled || here > 0 || ((known || failure !== null) && !user?.session.favorites.length)
  if (isKnown && !settled) setSettled(true)
  return isKnown
}

/** Whether the orders are loaded or have failed. */
function useOrdersKnown(): boolean {
  const { signedIn } = useUser()
  const { isPending } = useQuery({ ...sentOrdersQuery, enabled: signedIn })
  return !signedIn || !isPending
}
