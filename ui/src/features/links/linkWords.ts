// Labels for the states of links.
import type { LinkEntry, LinkState } from '../../api/maintenance/links'

/** The label of each state. */
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

/** The label of a link's state. A link that has failed in fewer than three nights has no state yet. */
export const linkLabel = ({ state, result }: LinkEntry) =>
  state === 'unchecked' && result !== 'unchecked' ? 'Not confirmed yet' : stateWords[state]

const reasonWords: Record<string, string> = {
  'inner network': 'The URL is in an internal network. The setting links.allow_hosts can allow it.',
  port: 'The URL uses a port that is not checked. The setting links.allow_hosts can allow it.',
  scheme: 'The URL is not a web address.',
  credentials: 'The URL contains a user name or password.',
  'too large': 'The file is larger than 25 MB.',
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Details about a link's state; empty if there are none. */
export function linkDetail({ state, result, reason, nights }: LinkEntry): string {
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
      return 'The server refuses the check. People may still be able to open the file.'
    case 'gone':
      return 'The server reports that the file does not exist.'
    case 'soft404':
      return 'The server returns a page instead of the file.'
    case 'unreachable':
      return reason ? sentence(reason) : ''
    case 'changed':
      return 'The file differs from the one at the last review.'
    case 'ok':
      return ''
  }
}
