// The screens of administration in three groups, for the menu and the overview. Apart from the other addresses, which every
// page loads.
import type { Right } from './api/rights'
import { synonymsPath } from './listPaths'
import { patterns } from './paths'

export interface AdminScreen {
  label: string
  to: string
  /** What somebody must be allowed to do beside managing the catalogue. */
  right?: Right
}

export interface AdminGroup {
  title: string
  screens: readonly AdminScreen[]
}

export const adminGroups: readonly AdminGroup[] = [
  {
    title: 'Catalogue',
    screens: [
      { label: 'Add Resource', to: patterns.citationAdd },
      { label: 'Review', to: patterns.review },
      { label: 'Broken links', to: patterns.links },
      { label: 'Duplicates', to: patterns.duplicates },
      { label: 'Import and Export', to: patterns.bulk },
    ],
  },
  {
    title: 'Words and languages',
    screens: [
      { label: 'Manage Lookups', to: patterns.lookups },
      { label: 'Synonyms', to: synonymsPath },
      { label: 'Translations', to: patterns.translations },
      { label: 'Search Insight', to: patterns.insight },
    ],
  },
  {
    title: 'Work',
    screens: [
      { label: 'Copy Center', to: patterns.orders, right: 'workOnOrders' },
      { label: 'Jobs', to: patterns.jobs },
    ],
  },
]
