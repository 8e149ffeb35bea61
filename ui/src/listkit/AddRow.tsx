// The purpose of a list, and the form for a new row; open when the URL has its first text.
import { type ReactNode, type RefObject, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../components/buttons/Button'
import layout from '../components/page/Page.module.css'

interface Props {
  purpose: ReactNode
  /** The name of the button that shows and hides the form. */
  label: string
  button: RefObject<HTMLButtonElement | null>
  /** Beside the button. */
  beside?: ReactNode
  /** The parameter of the URL that contains the first text. */
  parameter: string
  /** The form. */
  children: (first: string, onClose: () => void) => ReactNode
}

export function AddRow({ purpose, label, button, beside, parameter, children }: Props) {
  const [parameters, setParameters] = useSearchParams()
  const first = parameters.get(parameter) ?? ''
  const [adding, setAdding] = useState(first !== '')
  const close = () => {
    setAdding(false)
    setParameters(
      (before) => {
        before.delete(parameter)
        return before
      },
      { replace: true },
    )
    button.current?.focus()
  }
  return (
    <div className={layout.section}>
      <p>{purpose}</p>
      <div className={layout.tools}>
        <Button ref={button} aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {label}
        </Button>
        {beside}
      </div>
      {adding && children(first, close)}
    </div>
  )
}
