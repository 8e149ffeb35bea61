// Whether the language picker is open. The top bar renders it; other components can open it too.
import { create } from 'zustand'

export const useLanguagePicker = create(() => ({ open: false }))

export const openLanguagePicker = () => useLanguagePicker.setState({ open: true })

export const closeLanguagePicker = () => useLanguagePicker.setState({ open: false })
