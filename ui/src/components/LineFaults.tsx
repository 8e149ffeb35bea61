// What is wrong with the lines of a file.
import { Notice } from './Notice'

const MAX_SHOWN = 50

interface LineFaultsProps {
  title: string
  faults: readonly { line: number; message: string }[]
}

export function LineFaults({ title, faults }: LineFaultsProps) {
  if (faults.length === 0) return null
  return (
    <Notice kind="error" title={title}>
      <ul>
        {faults.slice(0, MAX_SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`}>{`Line ${line}: ${message}`}</li>
        ))}
      </ul>
    </Notice>
  )
}
