import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const openedHere = (state: unknown, name: string) =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name

const withParameter = (name: string, value: string | null) => (current: URLSearchParams) => {
  const next = new URLSearchParams(current)
  if (value === null) next.delete(name)
  else next.set(name, value)
  return next
}

/** Steps of the history that are being taken back: a double click takes back one. */
const left = new WeakSet<object>()

/**
 * A mode of the page, mirrored by `?{name}=true`; other query parameters stay.
 * Starting adds a step to the history, so Back leaves the mode; stopping takes that step back.
 */
function useAddressMode(name: 'create' | 'edit' | 'import') {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()

  return {
    isOn: search.get(name) === 'true',
    start: () => setSearch(withParameter(name, 'true'), { state: { opened: name } }),
    stop: () => {
      if (left.has(location)) return
      left.add(location)
      if (openedHere(location.state, name)) void navigate(-1)
      else setSearch(withParameter(name, null), { replace: true })
    },
  }
}

/** Whether the create dialog is open, mirrored by `?create=true`. What was created takes the place of that step. */
export function useCreateMode() {
  const { isOn, start, stop } = useAddressMode('create')
  return { creating: isOn, startCreating: start, stopCreating: stop }
}

/** Whether the import is open, mirrored by `?import=true`. */
export function useImportMode() {
  const { isOn, start, stop } = useAddressMode('import')
  return { importing: isOn, startImporting: start, stopImporting: stop }
}

/** View or edit, mirrored by `?edit=true`. Spec 1, section 4. */
export function useEditMode() {
  const { isOn, start, stop } = useAddressMode('edit')
  return { editing: isOn, startEditing: start, stopEditing: stop }
}

/** A parameter of the address, and how to set it or, by null, take it out. The step in the history stays, with its mode. */
export function useAddressParameter(name: string) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const set = (value: string | null) => setSearch(withParameter(name, value), { replace: true, state })
  return [search.get(name), set] as const
}
