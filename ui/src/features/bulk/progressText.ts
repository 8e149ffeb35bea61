// Texts for the progress of imports.
import type { ImportProgress } from '../../api/catalogue/importExport'

const records = ({ records, total }: ImportProgress) =>
  total === null
    ? `${records.toLocaleString('en-US')} records`
    : `${records.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} records`

/** The progress of this person's latest import; `fallback` when there is none. */
export function progressText(imports: readonly ImportProgress[], fallback: string): string {
  const mine = imports.filter((one) => one.mine).at(-1)
  switch (mine?.state) {
    case 'waiting': {
      const first = imports.find((one) => one.state !== 'receiving' && one.state !== 'waiting')
      return first
        ? `Waiting for the import of ${first.by} to finish (${records(first)})...`
        : 'Waiting for other imports to finish...'
    }
    case 'checking':
      return `Checking the file: ${records(mine)}...`
    case 'comparing':
      return `Comparing with the catalogue: ${records(mine)}...`
    case 'writing':
      return `Importing: ${records(mine)}...`
    default:
      return fallback
  }
}
