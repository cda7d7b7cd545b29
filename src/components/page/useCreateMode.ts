import { useSearchParams } from 'react-router-dom'

/** Whether the create dialog is open, mirrored by `?create=true`; other query parameters stay. */
export function useCreateMode() {
  const [search, setSearch] = useSearchParams()
  const withCreate = (creating: boolean) => {
    const next = new URLSearchParams(search)
    if (creating) next.set('create', 'true')
    else next.delete('create')
    setSearch(next, { replace: true })
  }
  return {
    creating: search.get('create') === 'true',
    startCreating: () => withCreate(true),
    stopCreating: () => withCreate(false),
  }
}
