// Opens the dialog that selects the date of a citation's record.
import type { ReactNode } from 'react'
import { Button } from '../../../components/buttons/Button'
import { useDialogMount } from '../../../components/page/useDialogMount'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'

const AsOfDialog = lazyPart(() => import('./AsOfDialog'))

interface Props {
  /** The readable ID or the ID of the citation. */
  id: string
  /** The initial date, `YYYY-MM-DD`. */
  day?: string
  children: ReactNode
}

export function AsOfButton({ id, day, children }: Props) {
  const dialog = useDialogMount()
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={dialog.show}>
        {children}
      </Button>
      <PartBoundary onFailed={dialog.unmount}>
        {dialog.mounted && (
          <AsOfDialog id={id} day={day} open={dialog.open} onClose={dialog.close} onClosed={dialog.unmount} />
        )}
      </PartBoundary>
    </>
  )
}
