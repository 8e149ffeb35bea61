// The address of an import's step: /import_export?import=ID&step=preview&page=2.
import t from 'messages:staff/import'
import { anyText, listAddress } from '../../../listkit/listAddress'
import { patterns } from '../../../paths'

export const steps = ['file', 'columns', 'preview', 'result'] as const
export type Step = (typeof steps)[number]

export const stepTitles: Readonly<Record<Step, string>> = {
  file: t('stepFile'),
  columns: t('stepColumns'),
  preview: t('stepPreview'),
  result: t('stepResult'),
}

interface ImportFilter {
  import: string
  /** A step; empty for the first one. */
  step: string
}

export const importAddress = listAddress<ImportFilter>(patterns.bulk, {
  import: anyText,
  step: (value) => steps.some((step) => step === value),
})

export const stepPath = (id: string, step: Step) => importAddress.path({ import: id, step })

/** The step that an address names. */
export const stepOf = (value: string): Step => steps.find((step) => step === value) ?? 'file'
