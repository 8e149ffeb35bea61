// A file that is checked as soon as it is chosen, and imported when somebody says so.
import type { ChangeEvent, ReactNode } from 'react'
import { Button } from './Button'
import { Field } from './Field'
import { LineFaults } from './LineFaults'
import { Notice } from './Notice'

interface Props {
  label: string
  hint: string
  /** File name extensions, such as '.csv'. */
  accept: string
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void
  problem: { title: string; detail: string } | undefined
  report: { faults: readonly { line: number; message: string }[]; written: boolean } | undefined
  /** How much the file holds. */
  counts: ReactNode
  titles: { problem: string; faults: string; written: string }
  /** What the button says that imports the file. */
  action: string
  /** The file holds nothing that is not there already. */
  isEmpty?: boolean
  isWriting: boolean
  onWrite: () => void
}

export function CheckedImport(props: Props) {
  const { problem, report, counts, titles } = props
  const isFine = report !== undefined && report.faults.length === 0
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
      {report && <LineFaults title={titles.faults} faults={report.faults} />}
      {isFine && report.written && (
        <Notice kind="success" title={titles.written}>
          {counts}
        </Notice>
      )}
      {isFine && !report.written && (
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
