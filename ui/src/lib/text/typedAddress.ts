// The address of an item number in print, short enough to type. The server writes the same on the QR card.

/** What separates the parts of an item number. */
const separators = /[\s\-_./#‐‑‒–—−]/gu

/**
 * `handouts.example.org/i/KSBG1042` for `KSBG 1042`; null for a text that cannot be an item number. Browsers add `https://`;
 * any other scheme is part of the address.
 */
export function typedAddress(publicUrl: string | undefined, itemNumber: string | null | undefined): string | null {
  if (!publicUrl || !itemNumber) return null
  const number = itemNumber.normalize('NFKC').toUpperCase().replace(separators, '')
  if (!/^[\p{L}\p{N}]{1,40}$/u.test(number) || !/\p{N}/u.test(number)) return null
  return `${publicUrl.replace(/^https:\/\//, '')}/i/${number}`
}
