// The dialog that selects the date of a citation's record and opens it.
import messages from 'messages:en/asOf'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { TextField } from '../../../components/form/TextField'
import { focusNextHeading } from '../../../components/page/PageHeading'
import { FormDialog } from '../../../formkit/FormDialog'
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

/** The error of an entered date, as the key of its text. An invalid date is an empty text. */
export function dayError(day: string, last: string): 'missing' | 'future' | undefined {
  if (isoDay(day) === undefined || !hasFourDigitYear(day)) return 'missing'
  return day > last ? 'future' : undefined
}

export default function AsOfDialog({ id, day: begin, open, onClose, onClosed }: Props) {
  const t = useText(messages)
  const navigate = useNavigate()
  const last = today(new Date())
  const form = useForm({ defaultValues: { day: begin && !dayError(begin, last) ? begin : '' } })
  const error = form.formState.errors.day?.message as ReturnType<typeof dayError>
  const chosen = useRef(false)
  const show = ({ day }: { day: string }) => {
    chosen.current = true
    onClose()
    focusNextHeading()
    navigate(recordPath(id, day))
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('title')}
      focusAfter={() => (chosen.current ? document.querySelector('h1') : null)}
      cancel={t('cancel')}
      submit={t('show')}
      form={form}
      onSubmit={show}
    >
      <TextField
        {...form.register('day', { validate: (day) => dayError(day, last) ?? true })}
        type="date"
        required
        label={t('day')}
        hint={t('hint')}
        max={last}
        error={error && t(error)}
      />
    </FormDialog>
  )
}
