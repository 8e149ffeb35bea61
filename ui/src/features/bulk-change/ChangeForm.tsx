// The bulk edit form: one or several changes, each with its error. Submitting it shows the preview.
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { BulkChange } from '../../api/catalogue/bulk'
import type { FieldError } from '../../api/problem'
import { Button } from '../../components/buttons/Button'
import { Notice } from '../../components/feedback/Notice'
import styles from './BulkChange.module.css'
import { ChangeLine } from './ChangeLine'
import { type Line, type LineErrors, lineFor, placedErrors, toBulkChange } from './changeLines'

interface Props {
  lines: readonly Line[]
  onLines: (lines: readonly Line[]) => void
  /** The invalid fields of the last preview. */
  fieldErrors: readonly FieldError[]
  /** Why the last preview failed. */
  failure: string | null
  busy: boolean
  /** The person has returned from the preview, whose button had the focus. */
  isBack: boolean
  onPreview: (change: BulkChange) => void
}

const none: LineErrors = new Map()

export function ChangeForm({ lines, onLines, fieldErrors, failure, busy, isBack, onPreview }: Props) {
  const [errors, setErrors] = useState(none)
  const form = useRef<HTMLFormElement>(null)
  // External system: the focus, after the form has replaced the preview.
  useLayoutEffect(() => {
    if (isBack) form.current?.querySelector('select')?.focus()
  }, [isBack])
  const placed = placedErrors(lines, fieldErrors)
  const errorOf = (key: number) => errors.get(key) ?? placed.errors.get(key)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { change: bulkChange, errors: found } = toBulkChange(lines)
    setErrors(found)
    if (found.size === 0) {
      onPreview(bulkChange)
      return
    }
    const first = lines.findIndex(({ key }) => found.has(key))
    const group = form.current?.querySelectorAll('fieldset')[first]
    group?.querySelector('input')?.focus()
  }
  const change = (next: Line) => {
    setErrors(none)
    onLines(lines.map((line) => (line.key === next.key ? next : line)))
  }
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      {failure && (
        <Notice kind="error" title="The preview failed.">
          {placed.errors.size > 0 ? `Something has to be corrected below. ${placed.rest}` : placed.rest || failure}
        </Notice>
      )}
      <div className={styles.lines}>
        {lines.map((line, n) => (
          <ChangeLine
            key={line.key}
            line={line}
            place={n + 1}
            several={lines.length > 1}
            error={errorOf(line.key)}
            onChange={change}
            onRemove={() => {
              onLines(lines.filter(({ key }) => key !== line.key))
              form.current?.querySelector<HTMLElement>('select')?.focus()
            }}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => onLines([...lines, lineFor(Math.max(...lines.map(({ key }) => key)) + 1, 'keywords')])}>
          Another change
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Show what will change
        </Button>
      </div>
    </form>
  )
}
