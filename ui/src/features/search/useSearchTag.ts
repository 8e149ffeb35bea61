// The language whose versions the results show first.
import { usePreferredTag } from '../../session/preferredLanguage'
import type { Search } from './searchAddress'

/** The tag of the preferred language: that of the URL, otherwise the person's. */
export function useSearchTag({ lang }: Search): string | null {
  const own = usePreferredTag()
  return lang ?? own
}
