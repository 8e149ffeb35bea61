// Pagination arithmetic: the page in a URL, its first entry, the number of pages, and which page links to show.

/** Parses the page parameter of a URL, from 1. */
export const parsePage = (text: string | null) => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1)

/** The index of the first entry of a page, from 0. */
export const pageStart = (page: number, size: number) => (page - 1) * size

/** The number of pages, at least one. */
export const pageCount = (found: number, size: number) => Math.max(1, Math.ceil(found / size))

/** `width` consecutive pages around the current one, shifted to stay within 1 and `total`. */
export function pageWindow(current: number, total: number, width: number): number[] {
  const size = Math.min(width, total)
  const first = Math.max(1, Math.min(current - Math.floor((size - 1) / 2), total - size + 1))
  return Array.from({ length: size }, (_, index) => first + index)
}

/** Pages at both margins and around the current one; `gap` stands for the omitted pages. */
export function pageMargins(current: number, total: number, margin: number, around: number): (number | 'gap')[] {
  const near = new Set(pageWindow(current, total, around))
  const pages: (number | 'gap')[] = []
  for (let page = 1; page <= total; page++) {
    if (page <= margin || page > total - margin || near.has(page)) pages.push(page)
    else if (pages.at(-1) !== 'gap') pages.push('gap')
  }
  return pages
}
