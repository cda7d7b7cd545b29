import { useLocation, useSearchParams } from 'react-router-dom'
import { SAMPLE_MESSAGE } from '../../../../components/routing/links'

/** The message that the address names as the sample, and how to name another or none. */
export function usePinnedMessage() {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const pin = (id: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (id === null) next.delete(SAMPLE_MESSAGE)
        else next.set(SAMPLE_MESSAGE, id)
        return next
      },
      // The edit mode's step in the history stays as it is.
      { replace: true, state },
    )
  return { pinnedId: search.get(SAMPLE_MESSAGE), pin }
}
