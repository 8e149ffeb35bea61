// The views of the reports, and the URL of the list: /reports?state=closed&kind=wrong&department=Surgery&page=2.
import t from 'messages:staff/reports'
import { type ReportFilter, type ReportState, reportKinds, type WantedFormat } from '../../api/reports'
import type * as Described from '../../api/schema'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

/** The views; in the URL, no state means open reports. */
export const views: readonly { value: string; label: string; counted: ReportState }[] = [
  { value: '', label: t('open'), counted: 'open' },
  { value: 'closed', label: t('closed'), counted: 'closed' },
]

export const kindWords: Record<Described.ReportKind, string> = {
  link: t('kindLink'),
  outdated: t('kindOutdated'),
  wrong: t('kindWrong'),
  translation: t('kindTranslation'),
  hard: t('kindHard'),
  format: t('kindFormat'),
  other: t('kindOther'),
}

/** The kinds in the order of the filter. */
export const listedKinds = [...reportKinds, 'format'] as const

/** The formats that families ask for, in words. */
export const formatWords: Record<WantedFormat, string> = {
  largePrint: t('formatLargePrint'),
  plainText: t('formatPlainText'),
  braille: t('formatBraille'),
  readAloud: t('formatReadAloud'),
}

export const reportAddress = listAddress<ReportFilter>(patterns.reports, {
  state: (state) => state === 'closed',
  kind: (kind) => listedKinds.some((known) => known === kind),
  department: anyText,
})

/** The filter as the server expects it. */
export const toFilter = (address: ReportFilter): ReportFilter => ({ ...address, state: address.state || 'open' })
