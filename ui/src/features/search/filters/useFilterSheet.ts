// Whether the filter sheet is open on phones. Stored in the history: Back closes it, and the filters selected in it stay.
import { useLayoutEffect, useRef } from 'react'
import { type To, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

interface SheetState {
  sheet?: boolean
}

export interface FilterSheetControl {
  open: boolean
  show: () => void
  hide: () => void
  /** Navigates to another search. While the sheet is open, its history entry is replaced. */
  go: (to: string, state: object) => void
}

export function useFilterSheet(): FilterSheetControl {
  const location = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  const address = location.pathname + location.search
  const { sheet, ...state } = (location.state ?? {}) as SheetState
  const open = sheet === true
  /** The search shown in the open sheet, and the one it was opened on. */
  const inSheet = useRef<{ address: string; state: object; openedOn: string } | null>(null)
  if (open) inSheet.current = { address, state, openedOn: inSheet.current?.openedOn ?? address }

  // External system: the history. After Back has closed the sheet, the filters selected in it are applied.
  useLayoutEffect(() => {
    const last = inSheet.current
    if (open || last === null) return
    inSheet.current = null
    if (type === 'POP' && address === last.openedOn && last.address !== address) {
      navigate(last.address, { state: last.state })
    }
  }, [open, type, address, navigate])

  const replace = (to: To, next: object) => navigate(to, { replace: true, state: next })
  return {
    open,
    show: () => navigate(address, { state: { ...state, sheet: true } }),
    hide: () => {
      if (!open) return
      if (inSheet.current?.openedOn === address && type !== 'POP') navigate(-1)
      else replace(address, state)
    },
    go: (to, next) => (open ? replace(to, { ...next, sheet: true }) : navigate(to, { state: next })),
  }
}
