import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Result of something that works only once, such as a one-time link: it starts once, however often React runs the
 * effects of a page. Undefined until it ends.
 * @param begin never fails
 */
export function useOnce<Outcome extends object>(begin: () => Promise<Outcome>): Outcome | undefined {
  const [outcome, setOutcome] = useState<Outcome>()
  const begun = useRef<Promise<Outcome>>(undefined)
  const start = useEffectEvent(begin)
  useEffect(() => {
    begun.current ??= start()
    void begun.current.then(setOutcome)
  }, [])
  return outcome
}
