// The ways to share where the device has no share sheet: copy the link, mail, and on phones and tablets a text message.

import messages from 'messages:en/share'
import { Menu, MenuItem, MenuProvider } from '@ariakit/react/menu'
import { type RefObject, useRef } from 'react'
import styles from '../../components/buttons/Menu.module.css'
import { announce } from '../../components/feedback/Notice'
import { useText } from '../../i18n/useText'
import { copyText } from '../../lib/clipboard'
import { useMediaQuery } from '../../lib/useMediaQuery'
import { mailAddress, messageAddress, type Shared } from './ways'

interface Props {
  shared: Shared
  /** The button that has opened it. */
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

export default function ShareMenu({ shared, anchor, onClose }: Props) {
  const t = useText(messages)
  const isPhone = useMediaQuery('(pointer: coarse)')
  const first = useRef<HTMLDivElement>(null)
  const copy = async () => {
    try {
      await copyText(shared.address)
      announce(t('linkCopied'))
    } catch (error) {
      console.error('The link could not be copied:', error)
      window.prompt(t('copyLink'), shared.address)
    }
  }
  return (
    <MenuProvider open setOpen={(open) => !open && onClose()} placement="bottom-end">
      <Menu
        aria-label={t('share')}
        className={styles.menu}
        gutter={4}
        unmountOnHide
        // Without a button of its own, the menu would not take the focus.
        initialFocus={first}
        autoFocusOnShow
        getAnchorRect={() => anchor.current?.getBoundingClientRect() ?? null}
      >
        <div className={styles.group} data-untitled>
          <MenuItem ref={first} className={styles.item} onClick={() => void copy()}>
            {t('copyLink')}
          </MenuItem>
          <MenuItem className={styles.item} render={<a href={mailAddress(shared)} />}>
            {t('email')}
          </MenuItem>
          {isPhone && (
            <MenuItem className={styles.item} render={<a href={messageAddress(shared)} />}>
              {t('textMessage')}
            </MenuItem>
          )}
        </div>
      </Menu>
    </MenuProvider>
  )
}
