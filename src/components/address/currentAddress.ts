import { useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigate } from 'react-router-dom'

/** Changes these parameters in place. */
type Edit = (parameters: URLSearchParams) => void

/**
 * The address as it is at the time of a call. React may still draw an earlier one, so a change that builds on what is
 * drawn would lose the choice before it. A page that has been left changes nothing.
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
    /** The location, with the state of its step in the history. */
    now,
    /** Whether the address is that of another page. */
    isLeft,
    /** Changes parameters. The step in the history stays, with its state. */
    replace: (edit: Edit) => {
      if (!isLeft()) void navigate(edited(edit), { replace: true, state: now().state })
    },
    /** Changes parameters by a new step in the history. */
    push: (edit: Edit, state?: object) => {
      if (!isLeft()) void navigate(edited(edit), { state })
    },
  }
}

/** Sets a parameter or, by null, takes it out. */
export function setParameter(parameters: URLSearchParams, name: string, value: string | null) {
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
}
