// True once a condition has been true for a while.
import { useEffect, useState } from 'react'

export function useDelayed(condition: boolean, delay_ms: number): boolean {
  const [passed, setPassed] = useState(false)
  // External system: a timer.
  useEffect(() => {
    if (!condition) {
      setPassed(false)
      return
    }
    const timer = setTimeout(() => setPassed(true), delay_ms)
    return () => clearTimeout(timer)
  }, [condition, delay_ms])
  return condition && passed
}
