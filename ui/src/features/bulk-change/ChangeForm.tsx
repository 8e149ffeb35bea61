// The bulk edit form: one or several changes, each with its error. Submitting it shows the preview.
import t from 'messages:staff/bulkEdit'
import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type ResolverResult, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { BulkChange } from '../../api/catalogue/bulk'
import { Button } from '../../components/buttons/Button'
import { FormShell } from '../../formkit/FormShell'
import styles from './BulkChange.module.css'
import { ChangeLine } from './ChangeLine'
import { type Line, lineFor, toBulkChange } from './changeLines'

interface Values {
  lines: Line[]
}

/** Puts the error of a line on its text field. */
const validate = ({ lines }: Values): ResolverResult<Values> => {
  const { errors } = toBulkChange(lines)
  if (errors.size === 0) return { values: { lines }, errors: {} }
  const found = lines.map(({ key }) => (errors.has(key) ? { text: { type: 'invalid', message: errors.get(key) } } : {}))
  return { values: {}, errors: { lines: found } }
}

/** The values of the form, which stay while the preview is shown. */
export const useChangeForm = () =>
  useForm<Values>({
    defaultValues: { lines: [lineFor(1, 'tags')] },
    resolver: validate,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })

interface Props {
  form: UseFormReturn<Values>
  /** Called when a line is changed, added or removed. */
  onChange: () => void
  /** Why the last preview failed. */
  failure: string | null
  busy: boolean
  /** The person has returned from the preview, whose button had the focus. */
  isBack: boolean
  onPreview: (change: BulkChange) => void
}

export function ChangeForm({ form, onChange, failure, busy, isBack, onPreview }: Props) {
  const content = useRef<HTMLDivElement>(null)
  const lines = useWatch({ control: form.control, name: 'lines' })
  const { errors } = form.formState
  // External system: the focus, after the form has replaced the preview.
  useLayoutEffect(() => {
    if (isBack) content.current?.querySelector('select')?.focus()
  }, [isBack])
  const setLines = (next: Line[]) => {
    form.clearErrors()
    form.setValue('lines', next)
    onChange()
  }
  const add = () => {
    const key = Math.max(...lines.map((line) => line.key)) + 1
    flushSync(() => setLines([...lines, lineFor(key, 'keywords')]))
    content.current?.lastElementChild?.querySelector('select')?.focus()
  }
  return (
    <FormShell
      form={form}
      className={styles.form}
      busy={busy}
      failure={failure === null ? null : { title: t('previewFailed'), detail: failure }}
      onSubmit={(values) => onPreview(toBulkChange(values.lines).change)}
      onInvalid={(found) => {
        const first = found.lines?.findIndex?.((line) => line?.text)
        content.current?.querySelectorAll('fieldset')[first ?? 0]?.querySelector('input')?.focus()
      }}
    >
      <div ref={content} className={styles.lines}>
        {lines.map((line, n) => (
          <ChangeLine
            key={line.key}
            line={line}
            place={n + 1}
            several={lines.length > 1}
            error={errors.lines?.[n]?.text?.message}
            onChange={(next) => setLines(lines.map((one) => (one.key === next.key ? next : one)))}
            onRemove={() => {
              setLines(lines.filter(({ key }) => key !== line.key))
              content.current?.querySelector<HTMLElement>('select')?.focus()
            }}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button onClick={add}>{t('anotherChange')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('showWhatChange')}
        </Button>
      </div>
    </FormShell>
  )
}
