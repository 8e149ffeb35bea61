// The address of an item number in print, short enough to type. The server writes the same on the QR card.

/** What separates the parts of an item number. */
const separators = /[\s\-_./#‐‑‒–—−]/gu

/**
 * `handouts.example.org/i/KSBG1042` for `KSBG 1042`; null for a text that cannot be an item number. Browsers add `https://`;
 * any other scheme is part of the address.
 */
export function typedAddress(publicUrl: string | undefined, itemNumber: string | null | undefined): string | null {
  const number = itemNumberKey(itemNumber)
  return publicUrl && number ? `${publicUrl.replace(/^https:\/\//, '')}/i/${number}` : null
}

/** `KSBG1042` for `KSBG 1042`; null for a text that cannot be an item number. */
export function itemNumberKey(itemNumber: string | null | undefined): string | null {
  const number = itemNumber?.normalize('NFKC').toUpperCase().replace(separators, '') ?? ''
  return /^[\p{L}\p{N}]{1,40}$/u.test(number) && /\p{N}/u.test(number) ? number : null
}
