import { useEffect, useState } from 'react'

/**
 * Milliseconds since 1970, moving on each so many milliseconds, or not at all. It renders again each time, so use it in
 * the smallest part.
 */
export function useNow(every: number | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (every === null) return undefined
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
