// Where selecting has its place among the results. What stands there is loaded for administrators alone.
import { lazy, Suspense } from 'react'
import type { Hit } from '../../api/search'
import type { SelectedSearch } from '../../session/selection'

const parts = () => import('./Selecting')
const Button = lazy(async () => ({ default: (await parts()).SelectButton }))
const Tools = lazy(async () => ({ default: (await parts()).SelectTools }))
const RowTick = lazy(async () => ({ default: (await parts()).RowTick }))
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

export const tickOf = (hit: Hit) => (
  <Suspense fallback={null}>
    <RowTick hit={hit} />
  </Suspense>
)

export const SelectDock = () => (
  <Suspense fallback={null}>
    <Dock />
  </Suspense>
)
