// Pagination arithmetic: the page in a URL, its first entry, the number of pages.

/** Parses the page parameter of a URL, from 1. */
export const parsePage = (text: string | null) => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1)

/** The index of the first entry of a page, from 0. */
export const pageStart = (page: number, size: number) => (page - 1) * size

/** The number of pages, at least one. */
export const pageCount = (found: number, size: number) => Math.max(1, Math.ceil(found / size))
