// How much of each line is sent now.
import type { OrderLine } from '../../api/orders'
import { controlClass, FieldError } from '../../components/Field'
import { leftOf, openLines, typedOf } from './delivery'
import styles from './OrderDetailPage.module.css'

interface Props {
  lines: readonly OrderLine[]
  quantities: Readonly<Record<number, string>>
  /** Numbers of the lines at fault. */
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
              <span className={styles.muted}>{`of ${leftOf(line).toLocaleString('en-US')}`}</span>
            </label>
            <input
              id={id}
              type="number"
              inputMode="numeric"
              min={0}
              max={leftOf(line)}
              step={1}
              className={controlClass}
              value={typedOf(line, quantities)}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-fault` : undefined}
              onChange={(event) => onChange(line.line, event.target.value)}
            />
            {isWrong && (
              <div className={styles.fault}>
                <FieldError
                  id={`${id}-fault`}
                >{`From 0 to ${leftOf(line).toLocaleString('en-US')}, and not nothing at all.`}</FieldError>
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
