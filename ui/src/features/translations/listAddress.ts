// What the lists show, as the address names it.
import { translationsPageSize } from '../../api/translations'

/** Names of the parameters; those of the requests begin with `request`. */
export type ListParameter = 'lang' | 'department' | 'state' | 'page' | 'requestLang' | 'requestState' | 'requestPage'

export interface ListProps {
  /** What a parameter is; empty when it is not given. */
  parameter: (name: ListParameter) => string
  /** Changes some and keeps the rest. */
  onChange: (next: Partial<Record<ListParameter, string>>) => void
}

/** The page that a parameter asks for, from 1. */
export const pageOf = (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1)

/** Place of the first entry of a page. */
export const startOf = (page: number) => (page - 1) * translationsPageSize

/** How many pages there are for so many entries; at least one. */
export const pagesOf = (found: number) => Math.max(1, Math.ceil(found / translationsPageSize))
