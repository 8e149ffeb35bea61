// The control in the top bar for the language of handouts; it opens the list of them.

import reader from 'messages:en/reader'
import Languages from 'lucide-react/icons/languages'
import { lazy, Suspense, useEffect, useState } from 'react'
import { buttonClass } from '../components/Button'
import { VisuallyHidden } from '../components/VisuallyHidden'
import { useText } from '../i18n/useText'
import { OwnName } from '../session/LanguageName'
import { closeLanguagePicker, openLanguagePicker, useLanguagePicker } from '../session/languagePicker'
import { useReaderLanguage } from '../session/readerLanguage'
import styles from './Navigation.module.css'

const loadPicker = () => import('./LanguagePicker')
const LanguagePicker = lazy(loadPicker)

export function ReaderLanguage() {
  const t = useText(reader)
  const chosen = useReaderLanguage()
  const open = useLanguagePicker((picker) => picker.open)
  /** From being loaded until its closing movement is over. */
  const [mounted, setMounted] = useState(false)
  const [failed, setFailed] = useState(false)
  // The outside world: the script of the list. Nothing of the page goes when it cannot be loaded.
  useEffect(() => {
    if (!open) return
    setFailed(false)
    loadPicker().then(
      () => setMounted(true),
      (error: unknown) => {
        console.error('The list of languages could not be loaded:', error)
        closeLanguagePicker()
        setFailed(true)
      },
    )
  }, [open])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass(styles.reader)}
        data-variant={chosen ? 'soft' : 'quiet'}
        onClick={openLanguagePicker}
      >
        <Languages aria-hidden />
        {chosen ? (
          <span>
            <VisuallyHidden>{`${t('control')}: `}</VisuallyHidden>
            <OwnName language={chosen} />
          </span>
        ) : (
          <span>{t('control')}</span>
        )}
      </button>
      {failed && (
        <p role="alert" className={styles.readerFailed}>
          {t('listFailed')}
        </p>
      )}
      <Suspense fallback={null}>
        {mounted && <LanguagePicker open={open} onClose={closeLanguagePicker} onClosed={() => setMounted(false)} />}
      </Suspense>
    </>
  )
}
