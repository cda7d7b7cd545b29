import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Whether the list is live, as `?live=true` says. A live list begins with its first page. */
export function useLiveAddress() {
  const [search, setSearch] = useSearchParams()
  const setLive = useCallback(
    (isLive: boolean) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          next.delete('page')
          if (isLive) next.set('live', 'true')
          else next.delete('live')
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { isLive: search.get('live') === 'true', setLive }
}
