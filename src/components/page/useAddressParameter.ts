import { useLocation, useSearchParams } from 'react-router-dom'

/** A parameter of the address, and how to set it or, by null, take it out. The step in the history stays, with its mode. */
export function useAddressParameter(name: string) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const set = (value: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, state },
    )
  return [search.get(name), set] as const
}
