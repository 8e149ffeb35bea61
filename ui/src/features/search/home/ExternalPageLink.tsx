// An external link of the home view, opened in a new tab.
import parts from 'messages:en/parts'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/useText'

export function ExternalPageLink({ href, children }: { href: string; children: ReactNode }) {
  const newTab = useText(parts)('newTab')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <span>{children}</span>
      <ExternalLink aria-label={newTab} />
    </a>
  )
}
