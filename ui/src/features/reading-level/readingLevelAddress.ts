// The views of the reading levels, and the URL of the list: /reading_level?state=noText&department=Surgery&page=2.
import t from 'messages:staff/readingLevel'
import type { ReadabilityCounts, ReadabilityFilter } from '../../api/maintenance/readability'
import { anyText, listAddress } from '../../listkit/listAddress'
import { patterns } from '../../paths'
import { stateNames } from './readingLevelWords'

/** The grade that guidelines for health information recommend. */
const aim = '6'

const states = ['level', 'noText', 'failed', 'short', 'noFormula', 'notFetched'] as const

interface View {
  value: string
  label: string
  count: (counts: ReadabilityCounts) => number
}

/** The views; in the URL, no state means handouts above the aim. */
export const views: readonly View[] = [
  { value: '', label: t('aboveAim'), count: ({ aboveAim }) => aboveAim },
  ...states.map((state) => ({
    value: state,
    label: stateNames[state],
    count: (counts: ReadabilityCounts) => counts[state],
  })),
  { value: 'all', label: t('all'), count: (counts) => states.reduce((sum, state) => sum + counts[state], 0) },
]

/** The views that contain handouts, and always the first, 'All' and the current view. */
export const visibleViews = (shown: string, counts: ReadabilityCounts | undefined) =>
  views
    .map(({ value, label, count }) => ({ value, label, count: counts && count(counts) }))
    .filter(({ value, count = 0 }) => count > 0 || value === '' || value === 'all' || value === shown)

export const readingLevelAddress = listAddress<ReadabilityFilter>(patterns.readability, {
  state: (state) => views.some(({ value }) => value === state),
  department: anyText,
})

/** The view as the server expects it. */
export const toRequest = ({ state, department }: ReadabilityFilter) => ({
  state: state === 'all' ? '' : state,
  department,
  above: state === '' ? aim : '',
})
