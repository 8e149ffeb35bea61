// Adds a language version to the cart, or links to the cart that contains it. Visitors are redirected to the sign-in.

import session from 'messages:en/session'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { type MouseEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useConfig } from '../api/config'
import type { OrderItem } from '../api/user'
import { Button, LinkButton } from '../components/buttons/Button'
import { announce } from '../components/feedback/StatusLine'
import { VisuallyHidden } from '../components/page/VisuallyHidden'
import { useText } from '../i18n/useText'
import { patterns, signInPath } from '../paths'
import { addToOrder, useSession } from './store'

/** Presses within this time are one double click. */
const DOUBLE_CLICK_MS = 500

export function OrderButton({ item }: { item: Omit<OrderItem, 'quantity'> }) {
  const location = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  /** When the link has replaced the button, as a time stamp of events. */
  const replacedAt = useRef(Number.NEGATIVE_INFINITY)
  const signIn = useConfig()?.signIn
  const inOrder = useSession(({ order }) => order.some(({ id, lang }) => id === item.id && lang === item.lang))
  const t = useText(session)
  if (!signIn?.signedIn && !signIn?.available) return null
  if (signIn.signedIn && inOrder) {
    return (
      <LinkButton
        ref={link}
        to={patterns.order}
        variant="quiet"
        size="small"
        icon={<Check aria-hidden />}
        onClick={(event) => {
          // The second press of a double click was meant for the button.
          if (event.detail > 1 || event.timeStamp - replacedAt.current < DOUBLE_CLICK_MS) event.preventDefault()
        }}
      >
        {t('inOrder')}
        <VisuallyHidden>{`: ${item.lang}`}</VisuallyHidden>
      </LinkButton>
    )
  }
  const add = ({ timeStamp }: MouseEvent) => {
    if (!signIn.signedIn) {
      window.location.assign(signInPath(location, signIn.url))
      return
    }
    replacedAt.current = timeStamp
    // The link replaces this button and gets its focus.
    flushSync(() => addToOrder(item))
    link.current?.focus()
    announce(t('added', { language: item.lang }))
  }
  return (
    <Button size="small" icon={<Plus aria-hidden />} onClick={add}>
      {t('addToOrder')}
      <VisuallyHidden>{`: ${item.lang}`}</VisuallyHidden>
    </Button>
  )
}
