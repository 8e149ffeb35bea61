// The administration screens in three groups, for the menu and the overview. Separate from paths.ts, which every page loads.
import type { Right } from './api/rights'
import { synonymsPath } from './listPaths'
import { patterns } from './paths'

export interface AdminScreen {
  label: string
  to: string
  /** The right that the screen needs in addition to managing the catalogue. */
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
      { label: 'Packets', to: patterns.packets },
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
