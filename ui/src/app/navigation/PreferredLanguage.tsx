// The control of the preferred language in the top bar; it opens the language picker.

import preferredLanguage from 'messages:en/preferredLanguage'
import Languages from 'lucide-react/icons/languages'
import { buttonClass } from '../../components/buttons/Button'
import { LazyDialog } from '../../components/page/LazyDialog'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { useText } from '../../i18n/useText'
import { lazyPart } from '../../lib/page/lazyPart'
import { OwnName } from '../../parts/language/LanguageName'
import {
  closeLanguagePicker,
  openLanguagePicker,
  useLanguagePicker,
  usePreferredLanguage,
} from '../../session/preferredLanguage'
import styles from './Navigation.module.css'

const LanguagePicker = lazyPart(() => import('./LanguagePicker'))

export function PreferredLanguage() {
  const t = useText(preferredLanguage)
  const chosen = usePreferredLanguage()
  const open = useLanguagePicker((picker) => picker.open)
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
      <LazyDialog open={open} onFailed={closeLanguagePicker}>
        {(unmount) => <LanguagePicker open={open} onClose={closeLanguagePicker} onClosed={unmount} />}
      </LazyDialog>
    </>
  )
}
