// Opens the choice of a day on which the citation is to be seen.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../components/Button'

const AsOfDialog = lazy(() => import('./AsOfDialog'))

interface Props {
  /** The address of the citation: its readable id or its id. */
  id: string
  /** The day to begin with, `YYYY-MM-DD`. */
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
      <Suspense fallback={null}>
        {mounted && (
          <AsOfDialog id={id} day={day} open={open} onClose={() => setOpen(false)} onClosed={() => setMounted(false)} />
        )}
      </Suspense>
    </>
  )
}
