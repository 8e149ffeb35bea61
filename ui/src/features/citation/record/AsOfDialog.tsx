// The dialog that selects the date of a citation's record and opens it.
import messages from 'messages:en/asOf'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../components/buttons/Button'
import { TextField } from '../../../components/form/TextField'
import { Dialog } from '../../../components/page/Dialog'
import { focusNextHeading } from '../../../components/page/PageHeading'
import { useText } from '../../../i18n/useText'
import { hasFourDigitYear, isoDay, today } from '../../../lib/dates/dates'
import { recordPath } from '../../../paths'

interface Props {
  id: string
  day: string | undefined
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** The error of an entered date, as the key of its text. */
export function dayError(day: string, last: string): 'missing' | 'future' | undefined {
  if (isoDay(day) === undefined || !hasFourDigitYear(day)) return 'missing'
  return day > last ? 'future' : undefined
}

export default function AsOfDialog({ id, day: begin, open, onClose, onClosed }: Props) {
  const t = useText(messages)
  const navigate = useNavigate()
  const form = useId()
  const last = today(new Date())
  const input = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState(begin && !dayError(begin, last) ? begin : '')
  const [error, setError] = useState<'missing' | 'future'>()
  const chosen = useRef(false)
  const show = () => {
    // The browser returns an empty text for an invalid date.
    const found = dayError(day, last)
    setError(found)
    if (found) {
      input.current?.focus()
      return
    }
    chosen.current = true
    onClose()
    focusNextHeading()
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
          // React bubbles the event to the page around the dialog.
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
          error={error && t(error)}
          onChange={(event) => {
            setDay(event.target.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
