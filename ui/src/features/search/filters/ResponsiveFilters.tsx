// The filters as a rail beside the results on wide screens, otherwise as a sheet that a button opens.

import messages from 'messages:en/results'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/buttons/Button'
import { useText } from '../../../i18n/useText'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'
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
  /** True from opening until the closing animation ends. */
  const [mounted, setMounted] = useState(sheet.open)
  const [failed, setFailed] = useState(false)
  if (sheet.open && !mounted) setMounted(true)
  if (!sheet.open && failed) {
    setFailed(false)
    setMounted(false)
  }
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
      <PartBoundary
        onFailed={() => {
          setFailed(true)
          sheet.hide()
        }}
      >
        {mounted && !failed && (
          <FilterSheet
            title={t('filtersTitle')}
            closeLabel={t('showResults', { count: found })}
            open={sheet.open}
            onClose={sheet.hide}
            onClosed={() => setMounted(false)}
          >
            {panel}
          </FilterSheet>
        )}
      </PartBoundary>
    </div>
  )
}
