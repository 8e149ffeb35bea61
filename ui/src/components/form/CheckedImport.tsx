// Imports a file: it is validated when selected, and written after confirmation.

import t from 'messages:staff/controls'
import type { ChangeEvent, ReactNode } from 'react'
import { Button } from '../buttons/Button'
import { Notice } from '../feedback/Notice'
import { Field } from './TextField'

interface Props {
  label: string
  hint: string
  /** File name extensions, such as '.csv'. */
  accept: string
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void
  problem: { title: string; detail: string } | undefined
  report: { errors: readonly { line: number; message: string }[]; written: boolean } | undefined
  /** A summary of the file's content. */
  counts: ReactNode
  titles: { problem: string; errors: string; written: string }
  /** The label of the button that imports the file. */
  action: string
  /** The file contains nothing new. */
  isEmpty?: boolean
  isWriting: boolean
  onWrite: () => void
}

export function CheckedImport(props: Props) {
  const { problem, report, counts, titles } = props
  const isValid = report !== undefined && report.errors.length === 0
  return (
    <>
      <Field label={props.label} hint={props.hint}>
        {(control) => <input {...control} type="file" accept={props.accept} onChange={props.onChoose} />}
      </Field>
      {problem && (
        <Notice kind="error" title={titles.problem}>
          {problem.detail || problem.title}
        </Notice>
      )}
      {report && <LineErrors title={titles.errors} errors={report.errors} />}
      {isValid && report.written && (
        <Notice kind="success" title={titles.written}>
          {counts}
        </Notice>
      )}
      {isValid && !report.written && (
        <Notice
          kind="info"
          title={counts}
          actions={
            <Button variant="primary" busy={props.isWriting} disabled={props.isEmpty} onClick={props.onWrite}>
              {props.action}
            </Button>
          }
        />
      )}
    </>
  )
}

const MAX_SHOWN = 50

interface LineErrorsProps {
  title: string
  errors: readonly { line: number; message: string }[]
}

export function LineErrors({ title, errors }: LineErrorsProps) {
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
