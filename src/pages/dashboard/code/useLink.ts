import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LINK_PARAMETER, type Linked, readLink } from './link'

/** What the address brings, and how to take it out of the address. */
export function useLink(): { linked: Linked | null; drop: () => void } {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const linked = useMemo(() => readLink({ hash, search }), [hash, search])
  const drop = () => {
    const rest = new URLSearchParams(search)
    rest.delete(LINK_PARAMETER)
    void navigate({ search: rest.toString(), hash: '' }, { replace: true })
  }
  return { linked, drop }
}
