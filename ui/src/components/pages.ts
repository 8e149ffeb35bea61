// Lists that come in pages: which page an address asks for, where it starts, how many there are.

/** The page that a parameter of an address asks for, from 1. */
export const pageOf = (text: string | null) => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1)

/** Place of the first entry of a page, from 0. */
export const startOf = (page: number, size: number) => (page - 1) * size

/** How many pages there are for so many entries; at least one. */
export const pagesOf = (found: number, size: number) => Math.max(1, Math.ceil(found / size))
