// Adds a language version to the cart, or links to the cart that contains it. Visitors are redirected to the sign-in.

import session from 'messages:en/session'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useConfig } from '../../../api/config'
import type { OrderItem } from '../../../api/user'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useText } from '../../../i18n/useText'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { patterns, signInPath } from '../../../paths'
import { addToOrder, useSession } from '../../../session/store'

export function OrderButton({ item }: { item: Omit<OrderItem, 'quantity'> }) {
  const location = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  const signIn = useConfig()?.signIn
  const inOrder = useSession(({ order }) => order.some(({ id, lang }) => id === item.id && lang === item.lang))
  const language = useLanguageName()(item.lang)
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
          // The second click of a double click was meant for the button.
          if (event.detail > 1) event.preventDefault()
        }}
      >
        {t('inOrder')}
        <VisuallyHidden>{`: ${language}`}</VisuallyHidden>
      </LinkButton>
    )
  }
  const add = () => {
    if (!signIn.signedIn) {
      window.location.assign(signInPath(location, signIn.url))
      return
    }
    // The link replaces this button and gets its focus.
    flushSync(() => addToOrder(item))
    link.current?.focus()
    announce(t('added', { language }))
  }
  return (
    <Button size="small" icon={<Plus aria-hidden />} onClick={add}>
      {t('addToOrder')}
      <VisuallyHidden>{`: ${language}`}</VisuallyHidden>
    </Button>
  )
}
