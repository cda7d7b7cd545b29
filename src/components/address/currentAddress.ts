import { useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigate } from 'react-router-dom'

/** Edits the parameters in place. */
type Edit = (parameters: URLSearchParams) => void

/**
 * The address at the time of a call. React may still render an earlier one; a change based on that would lose the
 * previous change. A page that has been left changes nothing.
 */
export function useCurrentAddress() {
  const router = useContext(RouterContext)?.router
  const drawn = useLocation()
  const navigate = useNavigate()

  const now = () => router?.state.location ?? drawn
  const isLeft = () => now().pathname !== drawn.pathname
  const edited = (edit: Edit) => {
    const parameters = new URLSearchParams(now().search)
    edit(parameters)
    return `?${parameters}`
  }
  return {
    /** The location, with the state of its history entry. */
    now,
    /** Whether the address already belongs to another page. */
    isLeft,
    /** Changes parameters within the current history entry and keeps its state. */
    replace: (edit: Edit) => {
      if (!isLeft()) void navigate(edited(edit), { replace: true, state: now().state })
    },
    /** Changes parameters in a new history entry. */
    push: (edit: Edit, state?: object) => {
      if (!isLeft()) void navigate(edited(edit), { state })
    },
  }
}

/** Sets a parameter; null removes it. */
export function setParameter(parameters: URLSearchParams, name: string, value: string | null) {
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
}
