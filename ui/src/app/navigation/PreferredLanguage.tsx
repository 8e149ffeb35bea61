// The control of the preferred language in the top bar; it opens the language picker.

import preferredLanguage from 'messages:en/preferredLanguage'
import Languages from 'lucide-react/icons/languages'
import { lazy, Suspense, useEffect, useState } from 'react'
import { buttonClass } from '../../components/buttons/Button'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { OwnName } from '../../session/language/LanguageName'
import { closeLanguagePicker, openLanguagePicker, useLanguagePicker } from '../../session/language/languagePicker'
import { usePreferredLanguage } from '../../session/language/preferredLanguage'
import styles from './Navigation.module.css'

const loadPicker = () => import('./LanguagePicker')
const LanguagePicker = lazy(loadPicker)

export function PreferredLanguage() {
  const t = useText(preferredLanguage)
  const chosen = usePreferredLanguage()
  const open = useLanguagePicker((picker) => picker.open)
  /** True from loading until the closing animation ends. */
  const [mounted, setMounted] = useState(false)
  const [failed, setFailed] = useState(false)
  // External system: the script of the picker. The page stays usable when it cannot be loaded.
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
        className={buttonClass(styles.preferredLanguage)}
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
        <p role="alert" className={styles.preferredLanguageFailed}>
          {t('listFailed')}
        </p>
      )}
      <Suspense fallback={null}>
        {mounted && <LanguagePicker open={open} onClose={closeLanguagePicker} onClosed={() => setMounted(false)} />}
      </Suspense>
    </>
  )
}
