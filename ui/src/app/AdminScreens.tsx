// The screens of administrators. Only their paths are in the first script; each screen is loaded when it is first opened.
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useHeadingFocus } from '../components/page/PageHeading'
import { lazyPart } from '../lib/page/lazyPart'
import { type AdminPath, patterns } from '../paths'

const CitationFormPage = lazyPart(() => import('../features/citation-form/CitationFormPage'))

const LookupsPage = lazyPart(() => import('../features/lookups/LookupsPage'))
const PromotionsPage = lazyPart(() => import('../features/promotions/PromotionsPage'))
const SynonymsPage = lazyPart(() => import('../features/synonyms/SynonymsPage'))

/** Manage Lookups: the values of a category, the synonyms, or the promoted results. */
export function Lookups() {
  const category = useSearchParams()[0].get('category') ?? ''
  const isOther = category === 'synonyms' || category === 'promotions'
  useHeadingFocus(isOther ? category : 'values')
  if (category === 'promotions') return <PromotionsPage />
  return category === 'synonyms' ? <SynonymsPage /> : <LookupsPage />
}

const screens: Record<AdminPath, ComponentType> = {
  [patterns.overview]: lazyPart(() => import('../features/overview/OverviewPage')),
  [patterns.citationAdd]: CitationFormPage,
  [patterns.citationEdit]: CitationFormPage,
  [patterns.lookups]: Lookups,
  [patterns.insight]: lazyPart(() => import('../features/search-insight/SearchInsightPage')),
  [patterns.translations]: lazyPart(() => import('../features/translations/TranslationsPage')),
  [patterns.review]: lazyPart(() => import('../features/reviews/ReviewPage')),
  [patterns.links]: lazyPart(() => import('../features/links/LinksPage')),
  [patterns.readability]: lazyPart(() => import('../features/reading-level/ReadingLevelPage')),
  [patterns.accessibility]: lazyPart(() => import('../features/accessibility/AccessibilityPage')),
  [patterns.duplicates]: lazyPart(() => import('../features/duplicates/DuplicatesPage')),
  [patterns.usage]: lazyPart(() => import('../features/usage/UsagePage')),
  [patterns.reports]: lazyPart(() => import('../features/reports/ReportsPage')),
  [patterns.bulk]: lazyPart(() => import('../features/bulk/BulkPage')),
  [patterns.jobs]: lazyPart(() => import('../features/bulk-change/Jobs')),
}

export default function AdminScreens({ path }: { path: AdminPath }) {
  const Screen = screens[path]
  return <Screen />
}
