// Wraps the staff screens, which are in English regardless of the screen language.
import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { EnglishOnly, useLangAttribute } from '../i18n/useText'
import styles from './StaffScreens.module.css'

export function StaffScreens({ children = <Outlet /> }: { children?: ReactNode }) {
  const lang = useLangAttribute()('en')
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.screens}>
        {children}
      </div>
    </EnglishOnly>
  )
}
