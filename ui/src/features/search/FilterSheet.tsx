// The filter panel as a sheet from the lower edge, on screens without room for a rail.
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'

export default function FilterSheet({
  children,
  found,
  onClose,
}: {
  children: ReactNode
  found: number
  onClose: () => void
}) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      title="Filtering Options"
      side="bottom"
      footer={
        <Button variant="primary" onClick={() => setOpen(false)}>
          {found === 1 ? 'Show 1 result' : `Show ${found.toLocaleString('en-US')} results`}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
