// A value that follows another one after it has rested.
import { useEffect, useState } from 'react'

export function useDebounced<T>(value: T, delay_ms: number): T {
  const [settled, setSettled] = useState(value)
  // The outside world: a timer.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay_ms)
    return () => clearTimeout(timer)
  }, [value, delay_ms])
  return settled
}
