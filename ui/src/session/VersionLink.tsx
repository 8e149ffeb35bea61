// Opens the file of a material in the reader's language, or says that there is none yet.

import parts from 'messages:en/parts'
import reader from 'messages:en/reader'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReadableLanguage } from '../api/languages'
import { buttonClass } from '../components/Button'
import { VisuallyHidden } from '../components/VisuallyHidden'
import { useText } from '../i18n/useText'
import { OwnName } from './LanguageName'

interface Props {
  language: ReadableLanguage
  /** Where the file is; null when the version has none. */
  url: string | null | undefined
  /** What is opened, for screen readers. */
  title: string
  variant?: 'primary' | 'soft'
}

export function VersionLink({ language, url, title, variant = 'soft' }: Props) {
  const t = useText(reader)
  const newTab = useText(parts)('newTab')
  const name = () => <OwnName language={language} />
  if (!url) return <span>{t.rich('availableIn', { name })}</span>
  return (
    <a
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

/** Says that a material is not there in the reader's language. */
export function NotYet({ language }: { language: ReadableLanguage }) {
  const t = useText(reader)
  return <span>{t.rich('notYet', { name: () => <OwnName language={language} /> })}</span>
}
