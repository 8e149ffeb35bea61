// Texts for the progress of imports.
import messages from 'messages:staff/importExport'
import type { ImportProgress } from '../../api/catalogue/importExport'
import { staffText } from '../../i18n/staffText'

const t = staffText(messages)

const records = ({ records, total }: ImportProgress) =>
  total === null ? t('records', { records }) : t('recordsOfTotalRecords', { records, total })

/** The progress of this person's latest import; `fallback` when there is none. */
export function progressText(imports: readonly ImportProgress[], fallback: string): string {
  const mine = imports.filter((one) => one.mine).at(-1)
  switch (mine?.state) {
    case 'waiting': {
      const first = imports.find((one) => one.state !== 'receiving' && one.state !== 'waiting')
      return first ? t('waitingForImport', { by: first.by, records: records(first) }) : t('waitingForOtherImports')
    }
    case 'checking':
      return t('checkingRecords', { records: records(mine) })
    case 'comparing':
      return t('comparingWithCatalogue', { records: records(mine) })
    case 'writing':
      return t('importingRecords', { records: records(mine) })
    default:
      return fallback
  }
}
