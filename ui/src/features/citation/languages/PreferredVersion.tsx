// The citation in the preferred language: a link to open it, or a way to request it. Without a preferred language, offers those
// of the browser.
import messages from 'messages:en/citation'
import parts from 'messages:en/parts'
import { useState } from 'react'
import { type Citation, openedUrl } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import type { ChoosableLanguage } from '../../../api/languages'
import { Button, buttonClass } from '../../../components/buttons/Button'
import { focusHeading } from '../../../components/page/PageHeading'
import { VisuallyHidden } from '../../../components/page/VisuallyHidden'
import { useText } from '../../../i18n/useText'
import { lazyPart, PartBoundary } from '../../../lib/page/lazyPart'
import { LanguageOffer } from '../../../parts/language/LanguageOffer'
import { NotYet, VersionLink } from '../../../parts/language/VersionLink'
import styles from './PreferredVersion.module.css'
import { usePageLanguage, useVersionIn } from './pageLanguage'

const TranslationDialog = lazyPart(() => import('./TranslationDialog'))

export function PreferredVersion({ citation }: { citation: Citation }) {
  const current = usePageLanguage()
  const versionIn = useVersionIn()
  /** The language of the open request, which is still shown after an expired sign-in, when the account's is not known. */
  const [requested, setRequested] = useState<ChoosableLanguage | null>(null)
  const preferred = requested ?? current
  if (preferred === null) return <LanguageOffer onLeave={focusHeading} />
  const version = versionIn(citation, preferred.tag)
  if (version) {
    return (
      <div className={styles.place}>
        <VersionLink
          language={preferred}
          citation={citation.id}
          lang={version.lang}
          url={openedUrl(version)}
          title={version.title ?? citation.title}
          variant="primary"
        />
      </div>
    )
  }
  return (
    <div className={styles.place}>
      <span className={styles.missing}>
        <NotYet language={preferred} />
      </span>
      {!citation.obsolete && (
        <TranslationRequest
          key={preferred.tag}
          citation={citation}
          language={preferred}
          mounted={requested !== null}
          setMounted={(mounted) => setRequested(mounted ? preferred : null)}
        />
      )}
    </div>
  )
}

/** The text that replaces the focused button gets the focus. */
const takeFocus = (words: HTMLElement | null) => words?.focus()

interface RequestProps {
  citation: Citation
  language: ChoosableLanguage
  /** Whether the dialog is mounted; an open one stays when the sign-in expires. */
  mounted: boolean
  setMounted: (mounted: boolean) => void
}

/** Staff send a request; visitors get the hospital's link for translation requests. */
function TranslationRequest({ citation, language, mounted, setMounted }: RequestProps) {
  const t = useText(messages)
  const newTab = useText(parts)('newTab')
  const config = useConfig()
  const [open, setOpen] = useState(false)
  const [requested, setRequested] = useState(false)
  if (requested) {
    return (
      <span ref={takeFocus} tabIndex={-1} className={styles.requested}>
        {t('requested')}
      </span>
    )
  }
  if (config?.signIn.signedIn || mounted) {
    return (
      <>
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={() => {
            setMounted(true)
            setOpen(true)
          }}
        >
          {t('requestTranslation')}
        </Button>
        <PartBoundary onFailed={() => setMounted(false)}>
          {mounted && (
            <TranslationDialog
              citation={citation}
              language={language}
              open={open}
              onClose={() => setOpen(false)}
              onClosed={(sent) => {
                setMounted(false)
                setRequested(sent)
              }}
            />
          )}
        </PartBoundary>
      </>
    )
  }
  const link = config?.links.translation
  if (!link) return null
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass()}
      data-variant="secondary"
      data-size="small"
    >
      <span>
        {t('requestTranslation')}
        <VisuallyHidden>{` ${newTab}`}</VisuallyHidden>
      </span>
    </a>
  )
}
