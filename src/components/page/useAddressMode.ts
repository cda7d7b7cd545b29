import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const openedHere = (state: unknown, name: string) =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name

const withMode = (name: string, on: boolean) => (current: URLSearchParams) => {
  const next = new URLSearchParams(current)
  if (on) next.set(name, 'true')
  else next.delete(name)
  return next
}

/** Steps of the history that are being taken back: a double click takes back one. */
const left = new WeakSet<object>()

/**
 * A mode of the page, mirrored by `?{name}=true`; other query parameters stay.
 * Starting adds a step to the history, so Back leaves the mode; stopping takes that step back.
 */
export function useAddressMode(name: 'create' | 'edit') {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()

  return {
    isOn: search.get(name) === 'true',
    start: () => setSearch(withMode(name, true), { state: { opened: name } }),
    stop: () => {
      if (left.has(location)) return
      left.add(location)
      if (openedHere(location.state, name)) void navigate(-1)
      else setSearch(withMode(name, false), { replace: true })
    },
  }
}
