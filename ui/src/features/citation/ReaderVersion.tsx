// The citation in the reader's language: opened with one click, or asked for. Without a chosen language, the browser's is offered.
import messages from 'messages:en/citation'
import parts from 'messages:en/parts'
import { lazy, Suspense, useState } from 'react'
import type { Citation } from '../../api/citations'
import { useConfig } from '../../api/config'
import { isInLanguage, type ReadableLanguage, useLanguages } from '../../api/languages'
import { Button, buttonClass } from '../../components/Button'
import { VisuallyHidden } from '../../components/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { LanguageOffer } from '../../session/LanguageOffer'
import { useReaderLanguage } from '../../session/readerLanguage'
import { NotYet, VersionLink } from '../../session/VersionLink'
import styles from './ReaderVersion.module.css'

const TranslationDialog = lazy(() => import('./TranslationDialog'))

export function ReaderVersion({ citation }: { citation: Citation }) {
  const reader = useReaderLanguage()
  const { of } = useLanguages()
  if (reader === null) return <LanguageOffer />
  const versions = citation.languages.filter(({ lang }) => isInLanguage(of(lang), reader.tag))
  const version = versions.find(({ url }) => url) ?? versions[0]
  if (version) {
    return (
      <div className={styles.place}>
        <VersionLink language={reader} url={version.url} title={citation.title} variant="primary" />
      </div>
    )
  }
  return (
    <div className={styles.place}>
      <span className={styles.missing}>
        <NotYet language={reader} />
      </span>
      {!citation.obsolete && <AskForTranslation key={reader.tag} citation={citation} language={reader} />}
    </div>
  )
}

/** The button that had the focus is replaced by these words. */
const takeFocus = (words: HTMLElement | null) => words?.focus()

/** Staff ask here; visitors are led to where the hospital takes such requests. */
function AskForTranslation({ citation, language }: { citation: Citation; language: ReadableLanguage }) {
  const t = useText(messages)
  const newTab = useText(parts)('newTab')
  const config = useConfig()
  const [open, setOpen] = useState(false)
  const [mounted, setMounted] = useState(false)
  const [asked, setAsked] = useState(false)
  if (asked) {
    return (
      <span ref={takeFocus} tabIndex={-1} className={styles.asked}>
        {t('requested')}
      </span>
    )
  }
  if (config?.signIn.signedIn) {
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
        <Suspense fallback={null}>
          {mounted && (
            <TranslationDialog
              citation={citation}
              language={language}
              open={open}
              onClose={() => setOpen(false)}
              onClosed={(sent) => {
                setMounted(false)
                setAsked(sent)
              }}
            />
          )}
        </Suspense>
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
