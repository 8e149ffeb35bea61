// A link to a handout in the preferred language, or a text that it is not available yet.

import parts from 'messages:en/parts'
import preferredLanguage from 'messages:en/preferredLanguage'
import ExternalLink from 'lucide-react/icons/external-link'
import { countOpening } from '../../api/catalogue/citations'
import type { ChoosableLanguage } from '../../api/languages'
import { buttonClass } from '../../components/buttons/Button'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { OwnName } from './LanguageName'

interface Props {
  language: ChoosableLanguage
  /** The ID of the citation. */
  citation: string
  /** The language value of the version. */
  lang: string
  /** The URL of the file; null if the version has none. */
  url: string | null | undefined
  /** The title of the handout, for screen readers. */
  title: string
  variant?: 'primary' | 'soft'
}

export function VersionLink({ language, citation, lang, url, title, variant = 'soft' }: Props) {
  const t = useText(preferredLanguage)
  const newTab = useText(parts)('newTab')
  const name = () => <OwnName language={language} />
  if (!url) return <span>{t.rich('availableIn', { name })}</span>
  return (
    <a
      {...countOpening(citation, lang)}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass()}
      data-variant={variant}
      data-size={variant === 'soft' ? 'small' : 'normal'}
    >
      <span>
        {t.rich('viewIn', { name })}
        <VisuallyHidden>
          : <bdi>{title}</bdi> {newTab}
        </VisuallyHidden>
      </span>
      <ExternalLink aria-hidden />
    </a>
  )
}

/** States that a handout is not available in the preferred language. */
export function NotYet({ language }: { language: ChoosableLanguage }) {
  const t = useText(preferredLanguage)
  return <span>{t.rich('notYet', { name: () => <OwnName language={language} /> })}</span>
}
