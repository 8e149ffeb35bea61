// The facts of a stored file as text: its type, pages and size.
import t from 'messages:staff/files'
import { typeName } from './fileTypes'

const KILOBYTE = 1_024
/** As the server counts the limit of uploads. */
const MEGABYTE = KILOBYTE * KILOBYTE

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** '340 KB', '1.2 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < KILOBYTE) return t('bytes', { size: bytes })
  // A file just below a megabyte would else have 1,024 KB.
  if (Math.round(bytes / KILOBYTE) < KILOBYTE) return t('kilobytes', { size: String(Math.round(bytes / KILOBYTE)) })
  return t('megabytes', { size: decimals.format(bytes / MEGABYTE) })
}

/** Says that a file has more than `maxMb` megabytes, without a full stop; null for others. 0 is no limit. */
export function tooLarge(bytes: number, maxMb: number): string | null {
  if (maxMb === 0 || bytes <= maxMb * MEGABYTE) return null
  const max = String(maxMb)
  // Rounded, the size may be that of the limit.
  if (sizeText(bytes) === sizeText(maxMb * MEGABYTE)) return t('justTooLarge', { max })
  return t('tooLarge', { size: sizeText(bytes), max })
}

interface Facts {
  type: string
  size: number
  pages?: number | null
}

/** 'PDF, 2 pages, 340 KB'; `types` are those that the server accepts. */
export function fileFacts({ type, size, pages }: Facts, types: Parameters<typeof typeName>[1]): string {
  const facts = { type: typeName(type, types), size: sizeText(size) }
  return pages ? t('factsWithPages', { ...facts, pages }) : t('facts', facts)
}
