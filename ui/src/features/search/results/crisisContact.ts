// Parses the contact of a help line: a call, a text message, or other text.

/** The number whose line has a translated name in every screen language. */
export const emergencyNumber = '911'

export type Contact =
  | { kind: 'call'; number: string; href: string }
  | { kind: 'text'; word: string; number: string; href: string }
  | { kind: 'other'; text: string }

const digitsOf = (number: string) => number.replace(/[^\d+*#]/g, '')

/** Parses a contact such as '988', '1-800-222-1222' or 'text HOME to 741741'. */
export function parseContact(contact: string): Contact {
  const [, word, code] = /^text (\S+) to (\+?[\d ()-]+)$/i.exec(contact.trim()) ?? []
  if (word !== undefined && code !== undefined) {
    // Both separators, because phone systems differ in which one they accept.
    return { kind: 'text', word, number: code, href: `sms:${digitsOf(code)}?&body=${encodeURIComponent(word)}` }
  }
  const isNumber = /^\+?[\d ().*#/-]+$/.test(contact.trim()) && /\d{2}/.test(contact)
  return isNumber
    ? { kind: 'call', number: contact.trim(), href: `tel:${digitsOf(contact)}` }
    : { kind: 'other', text: contact.trim() }
}
