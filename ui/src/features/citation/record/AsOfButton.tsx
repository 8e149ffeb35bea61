// Opens the dialog that selects the date of a citation's record.
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/buttons/Button'
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
  const [open, setOpen] = useState(false)
  const [mounted, setMounted] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        onClick={() => {
          setMounted(true)
          setOpen(true)
        }}
      >
        {children}
      </Button>
      <PartBoundary onFailed={() => setMounted(false)}>
        {mounted && (
          <AsOfDialog id={id} day={day} open={open} onClose={() => setOpen(false)} onClosed={() => setMounted(false)} />
        )}
      </PartBoundary>
    </>
  )
}
