// Whether the list of languages is open. The top bar shows it; other places open it too.
import { create } from 'zustand'

export const useLanguagePicker = create(() => ({ open: false }))

export const openLanguagePicker = () => useLanguagePicker.setState({ open: true })

export const closeLanguagePicker = () => useLanguagePicker.setState({ open: false })
