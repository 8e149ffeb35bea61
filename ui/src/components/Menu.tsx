// A menu behind a button, by keyboard too: arrows, type-ahead, Escape. Its entries stand in groups, side by side where there is
// room.
import { Menu as AriaMenu, MenuButton, MenuGroup, MenuGroupLabel, MenuItem, MenuProvider } from '@ariakit/react/menu'
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

/** A group of entries; the first ones may have no title. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a menu keep their places
            <MenuItem key={index} className={styles.item} render={render}>
              {text}
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
    </AriaMenu>
  </MenuProvider>
)
