// The URL parameters of the two lists on the page of translations.
import t from 'messages:staff/translations'
import type { GapFilter } from '../../api/maintenance/translations'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

export const gapAddress = listAddress<GapFilter>(patterns.translations, {
  lang: anyText,
  department: anyText,
  state: (state) => state === 'missing' || state === 'outdated',
})

/** The states of requests; in the URL, no state means open requests. */
export const requestStates = [
  { value: '', label: t('open'), filter: 'open' },
  { value: 'closed', label: t('closed'), filter: 'closed' },
  { value: 'all', label: t('all'), filter: '' },
] as const

export const requestAddress = listAddress<{ requestLang: string; requestState: string }>(
  patterns.translations,
  {
    requestLang: anyText,
    requestState: (state) => requestStates.some(({ value }) => value === state),
  },
  'requestPage',
)
