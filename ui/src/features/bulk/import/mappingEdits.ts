// Changes of a mapping: pure functions.
import type { ImportColumn, ImportDetails, MappedColumn, Mapping } from '../../../api/catalogue/imports'

/** What a person changes about a column. */
export type ColumnChange = Partial<Pick<MappedColumn, 'field' | 'lang' | 'dates' | 'split'>>

/** A column that was changed is imported as chosen; another one with the same field and language is not imported any more. */
export function withColumn(mapping: Mapping, column: ImportColumn, change: ColumnChange): Mapping {
  const before = mapping.columns.find((one) => one.column === column.column) ?? asMapped(column)
  const after = { ...before, ...change }
  const others = mapping.columns
    .filter((one) => one.column !== column.column)
    .map((one) => (isSameField(one, after) ? { ...one, field: null, lang: null } : one))
  const at = mapping.columns.findIndex((one) => one.column === column.column)
  return { ...mapping, columns: at < 0 ? [...others, after] : others.toSpliced(at, 0, after) }
}

const asMapped = ({ column, header, field, lang, dates }: ImportColumn): MappedColumn => ({
  column,
  header,
  field,
  lang,
  dates,
  split: null,
})

const isSameField = (a: MappedColumn, b: MappedColumn) => a.field !== null && a.field === b.field && a.lang === b.lang

/** Another sheet or row of headers has other columns, which the server maps. */
export const withSheet = (mapping: Mapping, sheet: string | null, headerRow: number | null): Mapping => ({
  ...mapping,
  sheet,
  headerRow,
  key: null,
  columns: [],
})

export const withConstant = (mapping: Mapping, field: string, value: string): Mapping => ({
  ...mapping,
  constants: { ...mapping.constants, [field]: value },
})

export function withoutConstant(mapping: Mapping, field: string): Mapping {
  const { [field]: _, ...constants } = mapping.constants
  return { ...mapping, constants }
}

/** The import as it is shown until the server has answered: the columns as they are in the mapping. */
export const withMapping = (details: ImportDetails, mapping: Mapping): ImportDetails => ({
  ...details,
  mapping,
  columns: details.columns.map((column) => {
    const mapped = mapping.columns.find((one) => one.column === column.column)
    return mapped ? { ...column, field: mapped.field, lang: mapped.lang, dates: mapped.dates } : column
  }),
})
