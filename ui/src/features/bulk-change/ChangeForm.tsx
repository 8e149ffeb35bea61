// What to change: one or several lines, and the way to the preview. Errors stand at their line.
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { BulkChange } from '../../api/bulk'
import type { FieldError } from '../../api/problem'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'
import styles from './BulkChange.module.css'
import { ChangeLine } from './ChangeLine'
import { changeOf, type Line, type LineErrors, lineFor, placedErrors } from './changeLines'

interface Props {
  lines: readonly Line[]
  onLines: (lines: readonly Line[]) => void
  /** What the server would not take. */
  faults: readonly FieldError[]
  /** Why the last try failed. */
  failure: string | null
  busy: boolean
  /** It comes back from the preview, whose button had the focus. */
  isBack: boolean
  onPreview: (change: BulkChange) => void
}

const none: LineErrors = new Map()

export function ChangeForm({ lines, onLines, faults, failure, busy, isBack, onPreview }: Props) {
  const [errors, setErrors] = useState(none)
  const form = useRef<HTMLFormElement>(null)
  // The outside world: the form has taken the place of the preview, and the focus goes there.
  useLayoutEffect(() => {
    if (isBack) form.current?.querySelector('select')?.focus()
  }, [isBack])
  const placed = placedErrors(lines, faults)
  const errorOf = (key: number) => errors.get(key) ?? placed.errors.get(key)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const made = changeOf(lines)
    setErrors(made.errors)
    if (made.errors.size === 0) {
      onPreview(made.change)
      return
    }
    const first = lines.findIndex(({ key }) => made.errors.has(key))
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
        <Notice kind="error" title="There is no preview.">
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
