// The parts of the result selection, loaded lazily and only for administrators.
import type { Hit } from '../../../api/catalogue/search'
import { lazyPart, PartBoundary } from '../../../lib/page/lazyPart'
import type { SelectedSearch } from '../../../session/citationSelection'

const parts = () => import('./ResultSelection')
const Button = lazyPart(async () => ({ default: (await parts()).SelectButton }))
const Tools = lazyPart(async () => ({ default: (await parts()).SelectTools }))
const ResultCheckbox = lazyPart(async () => ({ default: (await parts()).ResultCheckbox }))
const Dock = lazyPart(async () => ({ default: (await parts()).SelectDock }))

export const SelectButton = () => (
  <PartBoundary>
    <Button />
  </PartBoundary>
)

interface ToolsProps {
  search: SelectedSearch
  address: string
  hits: { hit: readonly Hit[]; found: number }
}

export const SelectTools = (props: ToolsProps) => (
  <PartBoundary>
    <Tools {...props} />
  </PartBoundary>
)

export const resultCheckbox = (hit: Hit) => (
  <PartBoundary>
    <ResultCheckbox hit={hit} />
  </PartBoundary>
)

export const SelectDock = (props: { onLeave: () => void }) => (
  <PartBoundary>
    <Dock {...props} />
  </PartBoundary>
)
