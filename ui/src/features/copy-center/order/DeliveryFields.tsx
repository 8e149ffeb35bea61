// The quantity of each line that is sent now.
import type { OrderLine } from '../../../api/orders/orders'
import { controlClass, FieldError } from '../../../components/form/Field'
import { openLines, remaining, typedQuantity } from './delivery'
import styles from './OrderDetailPage.module.css'

interface Props {
  lines: readonly OrderLine[]
  quantities: Readonly<Record<number, string>>
  /** The numbers of the invalid lines. */
  wrong: readonly number[]
  onChange: (line: number, text: string) => void
}

export function DeliveryFields({ lines, quantities, wrong, onChange }: Props) {
  return (
    <fieldset className={styles.quantities}>
      <legend>Sent now</legend>
      {openLines(lines).map((line) => {
        const id = `send-${line.line}`
        const isWrong = wrong.includes(line.line)
        return (
          <div key={line.line} className={styles.quantity}>
            <label htmlFor={id}>
              <span dir="auto">{line.title}</span>
              {`, ${line.lang} `}
              <span className={styles.muted}>{`of ${remaining(line).toLocaleString('en-US')}`}</span>
            </label>
            <input
              id={id}
              type="number"
              inputMode="numeric"
              min={0}
              max={remaining(line)}
              step={1}
              className={controlClass}
              value={typedQuantity(line, quantities)}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-error` : undefined}
              onChange={(event) => onChange(line.line, event.target.value)}
            />
            {isWrong && (
              <div className={styles.error}>
                <FieldError
                  id={`${id}-error`}
                >{`From 0 to ${remaining(line).toLocaleString('en-US')}, and more than 0 in all.`}</FieldError>
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
