// Several codes pasted into one row of the form.
import { parseCodes } from '../../../lib/codes'
import type { CodeRow } from '../formValues'

interface Pasted {
  rows: CodeRow[]
  /** How many codes are new. */
  added: number
  /** The index of the last new row. */
  last: number
}

/**
 * The rows after several codes were pasted into row `n`: an empty row gets the first of them, the others follow it. Codes that
 * already have a row are omitted. Undefined if the text contains at most one code, which the field itself handles.
 */
export function withPasted(rows: readonly CodeRow[], n: number, text: string): Pasted | undefined {
  const row = rows[n]
  if (!row) return undefined
  const codes = parseCodes(text, row.system)
  if (codes.length < 2) return undefined
  const key = ({ system, code }: Pick<CodeRow, 'system' | 'code'>) => `${system} ${code.replace('.', '').toUpperCase()}`
  const known = new Set(rows.map(key))
  const fresh = codes.filter((code) => !known.has(key(code))).map((code) => ({ ...code, display: '' }))
  const isEmpty = row.code.trim() === '' && fresh.length > 0
  const before = rows.slice(0, isEmpty ? n : n + 1)
  if (isEmpty && fresh[0]) fresh[0].display = row.display
  return {
    rows: [...before, ...fresh, ...rows.slice(n + 1)],
    added: fresh.length,
    last: before.length + fresh.length - 1,
  }
}
