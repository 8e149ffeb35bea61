// A menu button with keyboard support: arrows, type-ahead, Escape. The groups of entries are side by side on wide screens.
import { Menu as AriaMenu, MenuButton, MenuGroup, MenuGroupLabel, MenuItem, MenuProvider } from '@ariakit/react/menu'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactElement, ReactNode } from 'react'
import { buttonClass } from './Button'
import styles from './Menu.module.css'

/** An entry of a menu. */
export interface MenuEntry {
  label: ReactNode
  /** The element of the entry: a router Link, or an anchor for an external link. */
  render: ReactElement
}

/** A group of entries; the first group may have no title. */
export interface MenuSection {
  title?: string
  entries: MenuEntry[]
}

export const Menu = ({
  label,
  sections,
  className,
}: {
  label: ReactNode
  sections: readonly MenuSection[]
  className?: string
}) => (
  <MenuProvider placement="bottom-end">
    <MenuButton className={buttonClass(className)} data-variant="quiet">
      {label}
      <ChevronDown aria-hidden />
    </MenuButton>
    <AriaMenu className={styles.menu} gutter={4} unmountOnHide>
      {sections.map(({ title, entries }) => (
        <MenuGroup key={title ?? ''} className={styles.group} data-untitled={title === undefined || undefined}>
          {title && <MenuGroupLabel className={styles.title}>{title}</MenuGroupLabel>}
          {entries.map(({ label: text, render }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a menu never move
            <MenuItem key={index} className={styles.item} render={render}>
              {text}
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
    </AriaMenu>
  </MenuProvider>
)
