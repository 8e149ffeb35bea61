// The control in the top bar for the language of handouts; it opens the list of them.

import reader from 'messages:en/reader'
import Languages from 'lucide-react/icons/languages'
import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '../components/Button'
import { VisuallyHidden } from '../components/VisuallyHidden'
import { useText } from '../i18n/useText'
import { OwnName } from '../session/LanguageName'
import { useReaderLanguage } from '../session/readerLanguage'
import styles from './Navigation.module.css'

const loadPicker = () => import('./LanguagePicker')
const LanguagePicker = lazy(loadPicker)

export function ReaderLanguage() {
  const t = useText(reader)
  const chosen = useReaderLanguage()
  const [open, setOpen] = useState(false)
  /** From being opened until its closing movement is over. */
  const [mounted, setMounted] = useState(false)
  const [failed, setFailed] = useState(false)
  /** Nothing of the page goes when the list cannot be loaded. */
  const show = () => {
    setFailed(false)
    loadPicker().then(
      () => {
        setMounted(true)
        setOpen(true)
      },
      (error: unknown) => {
        console.error('The list of languages could not be loaded:', error)
        setFailed(true)
      },
    )
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass(styles.reader)}
        data-variant={chosen ? 'soft' : 'quiet'}
        onClick={show}
      >
        <Languages aria-hidden />
        {chosen ? (
          <span className={styles.readerName}>
            <VisuallyHidden>{`${t('control')}: `}</VisuallyHidden>
            <OwnName language={chosen} />
          </span>
        ) : (
          <span className={styles.readerWords}>{t('control')}</span>
        )}
      </button>
      {failed && (
        <p role="alert" className={styles.readerFailed}>
          {t('listFailed')}
        </p>
      )}
      <Suspense fallback={null}>
        {mounted && <LanguagePicker open={open} onClose={() => setOpen(false)} onClosed={() => setMounted(false)} />}
      </Suspense>
    </>
  )
}
