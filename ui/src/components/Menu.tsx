// A menu behind a button, by keyboard too: arrows, type-ahead, Escape.
import { Menu as AriaMenu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react/menu'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactElement, ReactNode } from 'react'
import { buttonClass } from './Button'
import styles from './Menu.module.css'

/** One line of a menu. */
export interface MenuEntry {
  label: ReactNode
  /** The element the entry is: a router Link, or an anchor to elsewhere. */
  render: ReactElement
}

export const Menu = ({
  label,
  entries,
  className,
}: {
  label: ReactNode
  entries: readonly MenuEntry[]
  className?: string
}) => (
  <MenuProvider placement="bottom-end">
    <MenuButton className={buttonClass(className)} data-variant="quiet">
      {label}
      <ChevronDown aria-hidden />
    </MenuButton>
    <AriaMenu className={styles.menu} gutter={4} unmountOnHide>
      {entries.map(({ label: text, render }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a menu keep their places
        <MenuItem key={index} className={styles.item} render={render}>
          {text}
        </MenuItem>
      ))}
    </AriaMenu>
  </MenuProvider>
)
