// The route of Manage Lookups: the values of a category, or the synonyms.
import { useSearchParams } from 'react-router-dom'
import { useHeadingFocus } from '../../components/page/PageHeading'
import { lazyPart } from '../../lib/page/lazyPart'

const LookupsPage = lazyPart(() => import('../../features/lookups/LookupsPage'))
const SynonymsPage = lazyPart(() => import('../../features/synonyms/SynonymsPage'))

export default function Lookups() {
  const showsSynonyms = useSearchParams()[0].get('category') === 'synonyms'
  useHeadingFocus(showsSynonyms ? 'synonyms' : 'values')
  return showsSynonyms ? <SynonymsPage /> : <LookupsPage />
}
