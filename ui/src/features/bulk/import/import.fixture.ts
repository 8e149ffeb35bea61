// For tests: an import of a small workbook, as the server describes it.
import type { ImportColumn, ImportDetails, Mapping, PreviewRow } from '../../../api/catalogue/imports'

export const column = (letter: string, header: string, fields: Partial<ImportColumn> = {}): ImportColumn => ({
  column: letter,
  header,
  samples: [],
  field: null,
  lang: null,
  dates: null,
  reason: 'The header is a common one for this field.',
  ...fields,
})

export const mappingOf = (columns: readonly ImportColumn[]): Mapping => ({
  sheet: null,
  headerRow: 1,
  key: null,
  columns: columns.map(({ column: letter, header, field, lang, dates }) => ({
    column: letter,
    header,
    field,
    lang,
    dates,
    split: null,
  })),
  constants: {},
})

const columns = [
  column('A', 'Handout Title', { field: 'title', samples: ['Asthma', 'Fever'] }),
  column('B', 'Item #', { field: 'ksbgNumber', samples: ['KSBG1042', 'KSBG1043'] }),
  column('C', 'Reviewed on', { field: 'deptReviewDate', samples: ['03/04/2021', '05/06/2021'] }),
]

export const detailsOf = (fields: Partial<ImportDetails> = {}): ImportDetails => ({
  id: 'i1',
  name: 'handouts.xlsx',
  format: 'xlsx',
  encoding: null,
  delimiter: null,
  sheets: [{ name: 'List', rows: 3, hidden: false }],
  mapping: mappingOf(columns),
  columns,
  notices: [],
  ...fields,
})

export const previewRow = (fields: Partial<PreviewRow>): PreviewRow => ({
  row: 2,
  outcome: 'changed',
  id: 'c1',
  title: 'Asthma',
  changes: [],
  cells: [],
  likely: [],
  proposal: 'update',
  ...fields,
})
