// The URL parameters of the two lists on the page of translations.
import type { GapFilter } from '../../api/maintenance/translations'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'

export const gapAddress = listAddress<GapFilter>(patterns.translations, {
  lang: anyText,
  department: anyText,
  state: anyText,
})

/** The states of requests; in the URL, no state means open requests. */
export const requestStates = [
  { value: '', label: 'Open', filter: 'open' },
  { value: 'closed', label: 'Closed', filter: 'closed' },
  { value: 'all', label: 'All', filter: '' },
] as const

export const requestAddress = listAddress<{ requestLang: string; requestState: string }>(
  patterns.translations,
  {
    requestLang: anyText,
    requestState: (state) => requestStates.some(({ value }) => value === state),
  },
  'requestPage',
)
