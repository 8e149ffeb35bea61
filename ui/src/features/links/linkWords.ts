// Where a link stands, in words.
import type { LinkEntry, LinkState } from '../../api/links'

/** A state as a label. */
export const stateWords: Record<LinkState, string> = {
  gone: 'Gone',
  unreachable: 'No answer',
  soft404: 'Page instead of file',
  changed: 'File changed',
  moved: 'Moved',
  blocked: 'Access refused',
  unchecked: 'Not checked',
  ok: 'Works',
}

/** Where a link stands; one that has failed for its first nights has no state yet. */
export const labelOf = ({ state, result }: LinkEntry) =>
  state === 'unchecked' && result !== 'unchecked' ? 'Not confirmed yet' : stateWords[state]

const reasonWords: Record<string, string> = {
  'inner network': 'The address is in an inner network. The setting links.allow_hosts can allow it.',
  port: 'The address names a port that is not asked. The setting links.allow_hosts can allow it.',
  scheme: 'The address does not lead to the web.',
  credentials: 'The address holds a user name or password.',
  'too large': 'The file is larger than 25 MB.',
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** What else there is to know; empty when the state says it all. */
export function detailOf({ state, result, reason, nights }: LinkEntry): string {
  const isBad = result === 'gone' || result === 'unreachable'
  if (isBad && state !== result) {
    const what = result === 'gone' ? 'Not found' : 'No answer'
    const since = nights > 1 ? `on the last ${nights} nights` : 'at the last check'
    return `${what} ${since}. It counts after three nights in a row.`
  }
  switch (result) {
    case 'unchecked':
      return reasonWords[reason ?? ''] ?? ''
    case 'moved':
      return reason ? `Now at ${reason}` : ''
    case 'blocked':
      return 'The server does not let this check in. Readers may get the file all the same.'
    case 'gone':
      return 'The server says that it is not there.'
    case 'soft404':
      return 'The server answers with a page where the file was.'
    case 'unreachable':
      return reason ? sentence(reason) : ''
    case 'changed':
      return 'It is not the file that was there after the last review.'
    case 'ok':
      return ''
  }
}
