// The route of Manage Lookups: the values of a category, the synonyms, or the promoted results.
import { useSearchParams } from 'react-router-dom'
import { useHeadingFocus } from '../../components/page/PageHeading'
import { lazyPart } from '../../lib/page/lazyPart'

const LookupsPage = lazyPart(() => import('../../features/lookups/LookupsPage'))
const PromotionsPage = lazyPart(() => import('../../features/promotions/PromotionsPage'))
const SynonymsPage = lazyPart(() => import('../../features/synonyms/SynonymsPage'))

export default function Lookups() {
  const category = useSearchParams()[0].get('category') ?? ''
  const isOther = category === 'synonyms' || category === 'promotions'
  useHeadingFocus(isOther ? category : 'values')
  if (category === 'promotions') return <PromotionsPage />
  return category === 'synonyms' ? <SynonymsPage /> : <LookupsPage />
}
