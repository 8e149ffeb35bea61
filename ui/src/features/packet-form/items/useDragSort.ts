// Reorders the rows of a list by dragging a handle with mouse, pen or finger. The rows move when the handle is released;
// meanwhile a line shows where.
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'

/** The attributes of a row's handle. */
export interface DragHandle {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
  onKeyUp: (event: KeyboardEvent) => void
}

export interface DragState {
  isDragged: boolean
  /** On which side of this row the dragged one would be placed. */
  drop: 'before' | 'after' | undefined
}

interface Drag {
  from: number
  to: number
}

/** The index of the dragged row among the others, whose middles are at these heights. */
export const indexAt = (middles: readonly number[], from: number, y: number) =>
  middles.filter((middle, n) => n !== from && middle < y).length

/** How far from the edge of the window the page scrolls, and by how much for each movement. */
const SCROLL_EDGE_PX = 56
const SCROLL_STEP_PX = 14

function scrollNearEdge(y: number) {
  if (y < SCROLL_EDGE_PX) window.scrollBy(0, -SCROLL_STEP_PX)
  else if (y > window.innerHeight - SCROLL_EDGE_PX) window.scrollBy(0, SCROLL_STEP_PX)
}

/** `onMove` is called with the old and the new index of the dragged row. */
export function useDragSort(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const middles = () =>
    [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
  const handle = (n: number): DragHandle => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: n, to: n })
    },
    onPointerMove: ({ clientY }) => {
      if (drag?.from !== n) return
      scrollNearEdge(clientY)
      const to = indexAt(middles(), n, clientY)
      if (to !== drag.to) setDrag({ from: n, to })
    },
    onPointerUp: () => {
      setDrag(null)
      if (drag && drag.from !== drag.to) onMove(drag.from, drag.to)
    },
    onPointerCancel: () => setDrag(null),
    onKeyUp: ({ key }) => {
      if (key === 'Escape') setDrag(null)
    },
  })
  const stateOf = (n: number): DragState => ({
    isDragged: drag?.from === n,
    drop: drag === null || drag.from === drag.to || drag.to !== n ? undefined : n < drag.from ? 'before' : 'after',
  })
  return { handle, stateOf }
}
