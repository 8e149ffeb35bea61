// Whether the filter sheet of phones is open, kept in the history: Back closes it, and the filters chosen in it stay.
import { useLayoutEffect, useRef } from 'react'
import { type To, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

interface SheetState {
  sheet?: boolean
}

export interface FilterSheetControl {
  open: boolean
  show: () => void
  hide: () => void
  /** Goes to another search. While the sheet is open, its one entry of the history takes all changes. */
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

  // The outside world: the history. Back has left the sheet's entry; what was chosen in the sheet counts all the same.
  useLayoutEffect(() => {
    const left = inSheet.current
    if (open || left === null) return
    inSheet.current = null
    if (type === 'POP' && address === left.openedOn && left.address !== address) {
      navigate(left.address, { state: left.state })
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
