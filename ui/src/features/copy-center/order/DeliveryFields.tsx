// The quantity of each line that is sent now.
import t from 'messages:staff/copyCenter'
import type { OrderLine } from '../../../api/orders/orders'
import { FieldError } from '../../../components/form/Field'
import { NumberInput } from '../../../components/form/TextField'
import { openLines, remaining, typedQuantity } from './delivery'
import styles from './OrderDetailPage.module.css'

export const quantityId = (line: number | string) => `send-${line}`

interface Props {
  lines: readonly OrderLine[]
  quantities: Readonly<Record<number, string>>
  /** The errors by line. */
  errors: Readonly<Record<number, { message?: string } | undefined>>
  onChange: (line: number, text: string) => void
}

export const DeliveryFields = ({ lines, quantities, errors, onChange }: Props) => (
  <fieldset className={styles.quantities}>
    <legend>{t('sentNow')}</legend>
    {openLines(lines).map((line) => {
      const id = quantityId(line.line)
      const error = errors[line.line]?.message
      return (
        <div key={line.line} className={styles.quantity}>
          <label htmlFor={id}>
            <span dir="auto">{line.title}</span>
            {`, ${line.lang} `}
            <span className={styles.muted}>{t('ofRemaining', { remaining: remaining(line) })}</span>
          </label>
          <NumberInput
            id={id}
            min={0}
            max={remaining(line)}
            value={typedQuantity(line, quantities)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${id}-error`}
            onChange={(event) => onChange(line.line, event.target.value)}
          />
          {error && (
            <div className={styles.error}>
              <FieldError id={`${id}-error`}>{error}</FieldError>
            </div>
          )}
        </div>
      )
    })}
  </fieldset>
)
