// Asks for the day on which a citation is to be seen, and leads to its record of that day.
import messages from 'messages:en/asOf'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { expectHeading } from '../../components/PageHeading'
import { TextField } from '../../components/TextField'
import { useText } from '../../i18n/useText'
import { hasFourDigitYear, isoDay, today } from '../../lib/dates'
import { recordPath } from '../../paths'

interface Props {
  id: string
  day: string | undefined
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** What is wrong with a day that was entered. */
export function faultOf(day: string, last: string): 'missing' | 'future' | undefined {
  if (isoDay(day) === undefined || !hasFourDigitYear(day)) return 'missing'
  return day > last ? 'future' : undefined
}

export default function AsOfDialog({ id, day: begin, open, onClose, onClosed }: Props) {
  const t = useText(messages)
  const navigate = useNavigate()
  const form = useId()
  const last = today(new Date())
  const input = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState(begin && !faultOf(begin, last) ? begin : '')
  const [fault, setFault] = useState<'missing' | 'future'>()
  const chosen = useRef(false)
  const show = () => {
    // What the browser cannot read as a day is an empty text.
    const found = faultOf(day, last)
    setFault(found)
    if (found) {
      input.current?.focus()
      return
    }
    chosen.current = true
    onClose()
    expectHeading()
    navigate(recordPath(id, day))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('title')}
      focusAfter={() => (chosen.current ? document.querySelector('h1') : null)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('show')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog stands within the citation's page, whose forms are none of its business.
          event.stopPropagation()
          show()
        }}
      >
        <TextField
          ref={input}
          type="date"
          required
          label={t('day')}
          hint={t('hint')}
          max={last}
          value={day}
          error={fault && t(fault)}
          onChange={(event) => {
            setDay(event.target.value)
            setFault(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
