// The route of Manage Lookups: the values of a category, or the synonyms.
import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

const LookupsPage = lazy(() => import('../../features/lookups/LookupsPage'))
const SynonymsPage = lazy(() => import('../../features/synonyms/SynonymsPage'))

export default function Lookups() {
  return useSearchParams()[0].get('category') === 'synonyms' ? <SynonymsPage /> : <LookupsPage />
}
