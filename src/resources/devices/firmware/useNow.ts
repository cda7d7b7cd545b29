import { useEffect, useState } from 'react'

const SECOND = 1000

/** Milliseconds since 1970, moving on each second while `running`. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [running])
  return now
}
