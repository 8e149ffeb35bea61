// A value that follows another one once that has not changed for a while.
import { useEffect, useState } from 'react'

export function useDebounced<T>(value: T, delay_ms: number): T {
  const [settled, setSettled] = useState(value)
  // External system: a timer.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay_ms)
    return () => clearTimeout(timer)
  }, [value, delay_ms])
  return settled
}
