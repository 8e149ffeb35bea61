// The screens for staff speak English, whatever the language of the others is.
import { Outlet } from 'react-router-dom'
import { EnglishOnly, useLangOf } from '../i18n/useText'
import styles from './StaffScreens.module.css'

export function StaffScreens() {
  const lang = useLangOf()('en')
  return (
    <EnglishOnly value={true}>
      <div lang={lang} dir={lang && 'ltr'} className={styles.screens}>
        <Outlet />
      </div>
    </EnglishOnly>
  )
}
