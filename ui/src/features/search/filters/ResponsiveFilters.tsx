// The filters as a rail beside the results on wide screens, otherwise as a sheet that a button opens.

import messages from 'messages:en/results'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { Button } from '../../../components/buttons/Button'
import { LazyDialog } from '../../../components/page/LazyDialog'
import { useText } from '../../../i18n/useText'
import { lazyPart } from '../../../lib/page/lazyPart'
import styles from '../results/Results.module.css'
import type { FilterSheetControl } from './useFilterSheet'

const FilterSheet = lazyPart(() => import('./FilterSheet'))

interface Props {
  wide: boolean
  sheet: FilterSheetControl
  /** The number of selected filters. */
  chosen: number
  found: number
  panel: ReactNode
}

export function ResponsiveFilters({ wide, sheet, chosen, found, panel }: Props) {
  const t = useText(messages)
  if (wide) {
    return (
      <aside className={styles.rail} aria-label={t('filtersTitle')}>
        {panel}
      </aside>
    )
  }
  return (
    <div>
      <Button icon={<SlidersHorizontal aria-hidden />} aria-haspopup="dialog" onClick={sheet.show}>
        {t('filters', { count: chosen })}
      </Button>
      <LazyDialog open={sheet.open} onFailed={sheet.hide}>
        {(unmount) => (
          <FilterSheet
            title={t('filtersTitle')}
            closeLabel={t('showResults', { count: found })}
            open={sheet.open}
            onClose={sheet.hide}
            onClosed={unmount}
          >
            {panel}
          </FilterSheet>
        )}
      </LazyDialog>
    </div>
  )
}
