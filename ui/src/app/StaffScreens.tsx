// The screens for staff speak English, whatever the language of the others is.
import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { EnglishOnly, useLangOf } from '../i18n/useText'
import styles from './StaffScreens.module.css'

export function StaffScreens({ children = <Outlet /> }: { children?: ReactNode }) {
  const lang = useLangOf()('en')
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.screens}>
        {children}
      </div>
    </EnglishOnly>
  )
}
