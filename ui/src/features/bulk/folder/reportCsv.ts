// The result as a table that opens in a spreadsheet program, with the columns of `handout files attach --report`.
import t from 'messages:staff/folder'
import type { SendState } from './folderRun'
import type { PlannedFile } from './plan'

const columns = [
  t('csvFile'),
  t('csvResult'),
  t('csvReason'),
  t('csvCitation'),
  t('csvTitle'),
  t('csvLanguage'),
  t('csvCandidates'),
]

/** A spreadsheet program would run a text that begins so. Source: contract section 5. */
const isFormula = /^[=+\-@\t\r]/

function cell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function resultOf(
  { state, reason, match }: PlannedFile,
  sent: SendState | undefined,
): [result: string, reason: string] {
  switch (sent?.is) {
    case 'done':
      return [sent.outcome.result, sent.outcome.reason ?? '']
    case 'failed':
      return [t('csvFailed'), sent.reason]
    case undefined:
      if (state === 'ignored') return [t('csvIgnored'), reason]
      if (state === 'same') return [t('csvSkipped'), reason]
      if (match.state === 'unmatched') return [t('csvUnmatched'), reason]
      return [state === 'open' ? t('csvAmbiguous') : t('csvLeft'), reason]
    default:
      return [t('csvNotSent'), '']
  }
}

export function reportCsv(files: readonly PlannedFile[], stateOf: (path: string) => SendState | undefined): string {
  const rows = files.map((file) => {
    const { path, to, match } = file
    const [result, reason] = resultOf(file, stateOf(path))
    const candidates = match.candidates.map(({ title, lang, ksbgNumber }) => {
      const version = [lang, ksbgNumber].filter(Boolean).join(' ')
      return version === '' ? title : `${title} (${version})`
    })
    return [path, result, reason, to?.citation ?? '', to?.title ?? '', to?.lang ?? '', candidates.join('; ')]
  })
  return `\uFEFF${[columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
