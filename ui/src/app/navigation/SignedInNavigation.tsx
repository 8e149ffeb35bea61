// The navigation of signed-in people in the top bar. Visitors never load it.

import navigation from 'messages:en/navigation'
import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import FolderOpen from 'lucide-react/icons/folder-open'
import LogOut from 'lucide-react/icons/log-out'
import MenuIcon from 'lucide-react/icons/menu'
import Printer from 'lucide-react/icons/printer'
import ScrollText from 'lucide-react/icons/scroll-text'
import SearchIcon from 'lucide-react/icons/search'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Wrench from 'lucide-react/icons/wrench'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { sentOrdersQuery } from '../../api/orders/orders'
import { type Right, useUser } from '../../api/user'
import { Button, buttonClass } from '../../components/buttons/Button'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { lazyPart, PartBoundary } from '../../lib/page/lazyPart'
import { patterns, signOutPath } from '../../paths'
import { announceSignOut } from '../../session/person/signOut'
import { useSession } from '../../session/store'
import styles from './Navigation.module.css'
import { ShortLabel } from './ShortLabel'

const AdminMenu = lazyPart(() => import('./AdminMenu'))

export default function SignedInNavigation() {
  const { may } = useUser()
  return (
    <Collapsible>
      <SignedInLinks may={may} />
    </Collapsible>
  )
}

/**
 * On a phone, the icons are above their labels. In a very small window, as at 400 % zoom, a button shows and hides the links.
 */
function Collapsible({ children }: { children: ReactNode }) {
  const t = useText(navigation)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  if (shownPath.current !== pathname) {
    shownPath.current = pathname
    if (open) setOpen(false)
  }
  return (
    <>
      <Button
        variant="quiet"
        className={styles.fold}
        icon={<MenuIcon aria-hidden />}
        aria-expanded={open}
        aria-controls="main-links"
        onClick={() => setOpen(!open)}
      >
        {t('menu')}
      </Button>
      <div id="main-links" className={styles.links} data-open={open || undefined}>
        {children}
      </div>
    </>
  )
}

function SignedInLinks({ may }: { may: (right: Right) => boolean }) {
  const t = useText(navigation)
  const items = useSession(({ order }) => order.length)
  return (
    <>
      <PageLink to={patterns.home}>
        <ShortLabel icon={SearchIcon}>{t('search')}</ShortLabel>
      </PageLink>
      <PageLink to={patterns.order}>
        <ShortLabel icon={ShoppingCart}>{t('order', { count: items })}</ShortLabel>
      </PageLink>
      <MyOrdersLink />
      <PageLink to={patterns.myPackets}>
        <ShortLabel icon={FolderOpen}>{t('myPackets')}</ShortLabel>
      </PageLink>
      {/* Administrators find it in their menu. */}
      {may('workOnOrders') && !may('manageCatalogue') && (
        <PageLink to={patterns.orders}>
          <ShortLabel icon={Printer}>{t('copyCenter')}</ShortLabel>
        </PageLink>
      )}
      {may('readAudit') && (
        <PageLink to={patterns.audit}>
          <ShortLabel icon={ScrollText}>{t('auditTrail')}</ShortLabel>
        </PageLink>
      )}
      {may('manageCatalogue') && (
        <PartBoundary
          fallback={
            // As wide as the menu's button, so that nothing moves when the menu is loaded.
            <span className={buttonClass()} data-variant="quiet">
              <ShortLabel icon={Wrench}>{t('adminTools')}</ShortLabel>
              <ChevronDown aria-hidden />
            </span>
          }
        >
          <AdminMenu />
        </PartBoundary>
      )}
      <form method="post" action={signOutPath} onSubmit={announceSignOut}>
        <Button type="submit" variant="quiet" icon={<LogOut aria-hidden className={styles.sign} />}>
          {t('signOut')}
        </Button>
      </form>
    </>
  )
}

/** The link to the person's orders, with the number of open questions. */
function MyOrdersLink() {
  const t = useText(navigation)
  const orders = useQuery(sentOrdersQuery).data ?? []
  const count = orders.filter(({ state }) => state === 'waiting').length
  return (
    <PageLink to={patterns.myOrders}>
      <ShortLabel icon={ClipboardList}>{t('myOrders')}</ShortLabel>
      {count > 0 && (
        <span className={styles.mark}>
          <span aria-hidden>{count}</span>
          <VisuallyHidden>{t('openQuestions', { count })}</VisuallyHidden>
        </span>
      )}
    </PageLink>
  )
}

/** A link that is marked while its page or a page below it is shown. */
function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isShown = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <Link to={to} className={styles.link} aria-current={isShown ? 'page' : undefined}>
      {children}
    </Link>
  )
}
