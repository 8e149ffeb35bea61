// The selected filters as removable chips, and 'Clear All'.
import messages from 'messages:en/results'
import type { Filter } from '../../../api/catalogue/search'
import { Chip } from '../../../components/buttons/Chip'
import { useText } from '../../../i18n/useText'
import { focusNeighbor } from '../../../lib/focusNeighbor'
import styles from './FilterChips.module.css'
import { groupLabel } from './facetGroups'

interface Props {
  filters: readonly Filter[]
  nameOf: (facet: string, value: string) => string
  onRemove: (filter: Filter) => void
  onClear: () => void
  /** Gets the focus when the last chip is removed. */
  focusAfterLast: () => HTMLElement | null
}

export function FilterChips({ filters, nameOf, onRemove, onClear, focusAfterLast }: Props) {
  const t = useText(messages)
  if (filters.length === 0) return null
  return (
    <div className={styles.line}>
      <ul className={styles.chips} aria-label={t('chosenFilters')}>
        {filters.flatMap((filter) =>
          Object.entries(filter).map(([facet, value]) => (
            <li key={`${facet}:${value}`}>
              <Chip
                removeLabel={t('removeFilter', { group: groupLabel(t, facet), value: nameOf(facet, value) })}
                onRemove={(button) => {
                  focusNeighbor(button, 'li', focusAfterLast)
                  onRemove(filter)
                }}
              >
                {nameOf(facet, value)}
              </Chip>
            </li>
          )),
        )}
      </ul>
      <button type="button" className={styles.clear} onClick={onClear}>
        {t('clearAll')}
      </button>
    </div>
  )
}
