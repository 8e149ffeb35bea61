// The screens of administrators. Only their paths are in the first script; each screen is loaded when it is first opened.
import { type ComponentType, lazy } from 'react'
import { patterns } from '../../paths'
import type { AdminPath } from './adminPaths'

const CitationFormPage = lazy(() => import('../../features/citation-form/CitationFormPage'))

const screens: Record<AdminPath, ComponentType> = {
  [patterns.overview]: lazy(() => import('../../features/overview/OverviewPage')),
  [patterns.citationAdd]: CitationFormPage,
  [patterns.citationEdit]: CitationFormPage,
  [patterns.lookups]: lazy(() => import('./Lookups')),
  [patterns.insight]: lazy(() => import('../../features/search-insight/SearchInsightPage')),
  [patterns.translations]: lazy(() => import('../../features/translations/TranslationsPage')),
  [patterns.review]: lazy(() => import('../../features/reviews/ReviewPage')),
  [patterns.links]: lazy(() => import('../../features/links/LinksPage')),
  [patterns.readability]: lazy(() => import('../../features/reading-level/ReadingLevelPage')),
  [patterns.duplicates]: lazy(() => import('../../features/duplicates/DuplicatesPage')),
  [patterns.usage]: lazy(() => import('../../features/usage/UsagePage')),
  [patterns.reports]: lazy(() => import('../../features/reports/ReportsPage')),
  [patterns.bulk]: lazy(() => import('../../features/bulk/BulkPage')),
  [patterns.jobs]: lazy(() => import('../../features/bulk-change/Jobs')),
}

export default function AdminScreens({ path }: { path: AdminPath }) {
  const Screen = screens[path]
  return <Screen />
}
