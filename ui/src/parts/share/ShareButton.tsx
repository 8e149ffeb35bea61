// Shares a title with its address: by the device's own share sheet, else by a menu. Nothing is sent to the server.
import messages from 'messages:en/share'
import Share from 'lucide-react/icons/share-2'
import { useRef, useState } from 'react'
import { buttonClass } from '../../components/buttons/Button'
import icon from '../../components/buttons/IconButton.module.css'
import { useText } from '../../i18n/useText'
import { lazyPart, PartBoundary } from '../../lib/page/lazyPart'
import { type Shared, sheetData } from './ways'

const ShareMenu = lazyPart(() => import('./ShareMenu'))

interface Props extends Shared {
  /** The language of the version that is shared, for a button with only an icon. */
  language?: string
  variant?: 'quiet' | 'secondary'
}

const errorName = (error: unknown) => (error instanceof Error ? error.name : '')

/** Returns whether the device has a share sheet that takes the data. */
const hasSheet = (data: ShareData) => Boolean(navigator.share) && (navigator.canShare?.(data) ?? true)

export function ShareButton({ language, variant = 'quiet', ...shared }: Props) {
  const t = useText(messages)
  const button = useRef<HTMLButtonElement>(null)
  const [hasMenu, setHasMenu] = useState(false)
  const share = async () => {
    const data = sheetData(shared)
    if (!hasSheet(data)) {
      setHasMenu(true)
      return
    }
    try {
      await navigator.share(data)
    } catch (error) {
      // The sheet is open already.
      if (errorName(error) === 'InvalidStateError') return
      if (errorName(error) !== 'AbortError') {
        console.error('The share sheet failed:', error)
        setHasMenu(true)
        return
      }
    }
    button.current?.focus()
  }
  const label = language === undefined ? undefined : t('shareLanguage', { language })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={label ? icon.button : buttonClass()}
        data-variant={label ? undefined : variant}
        data-size={label ? undefined : 'normal'}
        aria-label={label}
        title={label && t('share')}
        onClick={() => void share()}
      >
        <Share aria-hidden />
        {!label && <span>{t('share')}</span>}
      </button>
      <PartBoundary onFailed={() => setHasMenu(false)}>
        {hasMenu && (
          <ShareMenu
            shared={shared}
            anchor={button}
            onClose={() => {
              setHasMenu(false)
              button.current?.focus()
            }}
          />
        )}
      </PartBoundary>
    </>
  )
}
