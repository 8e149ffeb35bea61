// The errors in the lines of an imported file.
import messages from 'messages:staff/controls'
import { staffText } from '../../i18n/staffText'
import { Notice } from '../feedback/Notice'

const t = staffText(messages)

const MAX_SHOWN = 50

interface Props {
  title: string
  errors: readonly { line: number; message: string }[]
}

export function LineErrors({ title, errors }: Props) {
  if (errors.length === 0) return null
  return (
    <Notice kind="error" title={title}>
      <ul>
        {errors.slice(0, MAX_SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`}>{t('line', { line, message })}</li>
        ))}
      </ul>
      {errors.length > MAX_SHOWN && <p>{t('moreErrors', { more: errors.length - MAX_SHOWN })}</p>}
    </Notice>
  )
}
