import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const openedHere = (state: unknown, name: string) =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name

const withMode = (name: string, on: boolean) => (current: URLSearchParams) => {
  const next = new URLSearchParams(current)
  if (on) next.set(name, 'true')
  else next.delete(name)
  return next
}

/**
 * A mode of the page, mirrored by `?{name}=true`; other query parameters stay.
 * Starting adds a step to the history, so Back leaves the mode; stopping takes that step back.
 */
export function useAddressMode(name: 'create' | 'edit') {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  return {
    isOn: search.get(name) === 'true',
    start: () => setSearch(withMode(name, true), { state: { opened: name } }),
    stop: () => {
      if (openedHere(state, name)) void navigate(-1)
      else setSearch(withMode(name, false), { replace: true })
    },
  }
}
