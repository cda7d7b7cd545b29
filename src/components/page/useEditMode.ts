import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const openedHere = (state: unknown) =>
  typeof state === 'object' && state !== null && 'editOpened' in state && state.editOpened === true

const withEdit = (editing: boolean) => (current: URLSearchParams) => {
  const next = new URLSearchParams(current)
  if (editing) next.set('edit', 'true')
  else next.delete('edit')
  return next
}

/**
 * View or edit, mirrored by `?edit=true`; other query parameters stay. Spec 1, section 4.
 * Starting adds a step to the history, so Back leaves the edit; stopping takes that step back.
 */
export function useEditMode() {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  return {
    editing: search.get('edit') === 'true',
    startEditing: () => setSearch(withEdit(true), { state: { editOpened: true } }),
    stopEditing: () => {
      if (openedHere(state)) void navigate(-1)
      else setSearch(withEdit(false), { replace: true })
    },
  }
}
