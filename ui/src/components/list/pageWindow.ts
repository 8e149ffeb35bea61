// Which page links to show, for both kinds of pagination.

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
