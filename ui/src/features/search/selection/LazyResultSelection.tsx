// The parts of the result selection, loaded lazily and only for administrators.
import { lazy, Suspense } from 'react'
import type { Hit } from '../../../api/catalogue/search'
import type { SelectedSearch } from '../../../session/citationSelection'

const parts = () => import('./ResultSelection')
const Button = lazy(async () => ({ default: (await parts()).SelectButton }))
const Tools = lazy(async () => ({ default: (await parts()).SelectTools }))
const ResultCheckbox = lazy(async () => ({ default: (await parts()).ResultCheckbox }))
const Dock = lazy(async () => ({ default: (await parts()).SelectDock }))

export const SelectButton = () => (
  <Suspense fallback={null}>
    <Button />
  </Suspense>
)

interface ToolsProps {
  search: SelectedSearch
  address: string
  hits: readonly Hit[]
  found: number
}

export const SelectTools = (props: ToolsProps) => (
  <Suspense fallback={null}>
    <Tools {...props} />
  </Suspense>
)

export const resultCheckbox = (hit: Hit) => (
  <Suspense fallback={null}>
    <ResultCheckbox hit={hit} />
  </Suspense>
)

export const SelectDock = () => (
  <Suspense fallback={null}>
    <Dock />
  </Suspense>
)
