// Opens the dialog that selects the date of a citation's record.
import type { ReactNode } from 'react'
import { DialogButton } from '../../../components/page/DialogButton'
import { lazyPart } from '../../../lib/page/lazyPart'

const AsOfDialog = lazyPart(() => import('./AsOfDialog'))

interface Props {
  /** The readable ID or the ID of the citation. */
  id: string
  /** The initial date, `YYYY-MM-DD`. */
  day?: string
  children: ReactNode
}

export function AsOfButton({ id, day, children }: Props) {
  return (
    <DialogButton
      variant="quiet"
      size="small"
      dialog={({ unmount, ...state }) => <AsOfDialog id={id} day={day} {...state} onClosed={unmount} />}
    >
      {children}
    </DialogButton>
  )
}
