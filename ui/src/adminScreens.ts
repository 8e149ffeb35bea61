// The administration screens in three groups, for the menu and the overview. Separate from paths.ts, which every page loads.
import t from 'messages:staff/adminScreens'
import type { Right } from './api/user'
import { promotionsPath, synonymsPath } from './listPaths'
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
    title: t('catalogue'),
    screens: [
      { label: t('addResource'), to: patterns.citationAdd },
      { label: t('review'), to: patterns.review },
      { label: t('problemReports'), to: patterns.reports },
      { label: t('usage'), to: patterns.usage },
      { label: t('brokenLinks'), to: patterns.links },
      { label: t('readingLevel'), to: patterns.readability },
      { label: t('accessibility'), to: patterns.accessibility },
      { label: t('duplicates'), to: patterns.duplicates },
      { label: t('packets'), to: patterns.packets },
      { label: t('importAndExport'), to: patterns.bulk },
    ],
  },
  {
    title: t('wordsAndLanguages'),
    screens: [
      { label: t('manageLookups'), to: patterns.lookups },
      { label: t('synonyms'), to: synonymsPath },
      { label: t('promotedResults'), to: promotionsPath },
      { label: t('translations'), to: patterns.translations },
      { label: t('searchInsight'), to: patterns.insight },
    ],
  },
  {
    title: t('work'),
    screens: [
      { label: t('copyCenter'), to: patterns.orders, right: 'workOnOrders' },
      { label: t('jobs'), to: patterns.jobs },
    ],
  },
]
