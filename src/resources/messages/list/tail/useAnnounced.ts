import { useEffect, useRef, useState } from 'react'

/** Time between two announcements, in milliseconds. */
const ANNOUNCE_EVERY = 10_000

/** How much a growing number grew since it was last announced; it changes now and then only. */
export function useAnnounced(total: number): number {
  const [announced, setAnnounced] = useState({ total, growth: 0 })
  const quietUntil = useRef(0)
  useEffect(() => {
    if (total === announced.total) return undefined
    const announce = () => {
      quietUntil.current = Date.now() + ANNOUNCE_EVERY
      setAnnounced((last) => ({ total, growth: Math.max(0, total - last.total) }))
    }
    const timer = setTimeout(announce, Math.max(0, quietUntil.current - Date.now()))
    return () => clearTimeout(timer)
  }, [total, announced.total])
  return announced.growth
}
