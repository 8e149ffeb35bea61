// Labels for the states of links.
import t from 'messages:staff/links'
import type { LinkEntry, LinkState } from '../../api/maintenance/links'
import { sentence } from '../../lib/text/sentence'

/** The label of each state. */
export const stateWords: Record<LinkState, string> = {
  gone: t('gone'),
  unreachable: t('noAnswer'),
  soft404: t('pageInsteadOfFile'),
  changed: t('fileChanged'),
  moved: t('moved'),
  blocked: t('accessRefused'),
  unchecked: t('notChecked'),
  ok: t('works'),
}

/** The label of a link's state. A link that has failed in fewer than three nights has no state yet. */
export const linkLabel = ({ state, result }: LinkEntry) =>
  state === 'unchecked' && result !== 'unchecked' ? t('notConfirmedYet') : stateWords[state]

const reasonWords: Record<string, string> = {
  'inner network': t('inInternalNetwork'),
  port: t('portNotChecked'),
  scheme: t('urlNotWebAddress'),
  credentials: t('containsCredentials'),
  'too large': t('fileLargerThan25Mb'),
}

/** Details about a link's state; empty if there are none. */
export function linkDetail({ state, result, reason, nights }: LinkEntry): string {
  const isBad = result === 'gone' || result === 'unreachable'
  if (isBad && state !== result) {
    const what = result === 'gone' ? t('notFound') : t('noAnswer')
    const since = nights > 1 ? t('onLastNights', { nights }) : t('atLastCheck')
    return t('notConfirmedYetDetail', { what, since })
  }
  switch (result) {
    case 'unchecked':
      return reasonWords[reason ?? ''] ?? ''
    case 'moved':
      return reason ? t('nowAtReason', { reason }) : ''
    case 'blocked':
      return t('serverRefusesCheck')
    case 'gone':
      return t('serverReportsFileNotExist')
    case 'soft404':
      return t('serverReturnsPageInstead')
    case 'unreachable':
      return reason ? sentence(reason) : ''
    case 'changed':
      return t('fileDiffersFromOne')
    case 'ok':
      return ''
  }
}
