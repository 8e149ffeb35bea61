// The screens of administrators. Only their paths are in the first script; each screen is loaded when it is first opened.
import type { ComponentType } from 'react'
import { lazyPart } from '../../lib/page/lazyPart'
import { patterns } from '../../paths'
import type { AdminPath } from './adminPaths'

const CitationFormPage = lazyPart(() => import('../../features/citation-form/CitationFormPage'))

const screens: Record<AdminPath, ComponentType> = {
  [patterns.overview]: lazyPart(() => import('../../features/overview/OverviewPage')),
  [patterns.citationAdd]: CitationFormPage,
  [patterns.citationEdit]: CitationFormPage,
  [patterns.lookups]: lazyPart(() => import('./Lookups')),
  [patterns.insight]: lazyPart(() => import('../../features/search-insight/SearchInsightPage')),
  [patterns.translations]: lazyPart(() => import('../../features/translations/TranslationsPage')),
  [patterns.review]: lazyPart(() => import('../../features/reviews/ReviewPage')),
  [patterns.links]: lazyPart(() => import('../../features/links/LinksPage')),
  [patterns.readability]: lazyPart(() => import('../../features/reading-level/ReadingLevelPage')),
  [patterns.accessibility]: lazyPart(() => import('../../features/accessibility/AccessibilityPage')),
  [patterns.duplicates]: lazyPart(() => import('../../features/duplicates/DuplicatesPage')),
  [patterns.usage]: lazyPart(() => import('../../features/usage/UsagePage')),
  [patterns.reports]: lazyPart(() => import('../../features/reports/ReportsPage')),
  [patterns.bulk]: lazyPart(() => import('../../features/bulk/BulkPage')),
  [patterns.jobs]: lazyPart(() => import('../../features/bulk-change/Jobs')),
}

export default function AdminScreens({ path }: { path: AdminPath }) {
  const Screen = screens[path]
  return <Screen />
}
