import { type RouterProvider, reactRouterProvider, useEvent } from 'react-admin'

/** Parameters of an address that belong to a list. */
const OF_LISTS = new Set(['page', 'perPage', 'sort', 'order', 'filter', 'displayedFilters'])

/** The query of an address as a list wants it, with the parameters of others that are there now. */
export function withParametersOfOthers(wanted: string, current: string): string {
  const query = new URLSearchParams(wanted)
  for (const [name, value] of new URLSearchParams(current))
    if (!OF_LISTS.has(name) && !query.has(name)) query.append(name, value)
  return `?${query}`
}

function useListNavigate(): ReturnType<RouterProvider['useNavigate']> {
  const navigate = reactRouterProvider.useNavigate()
  const { search } = reactRouterProvider.useLocation()
  return useEvent((to, options) => {
    const changesListOnly = typeof to === 'object' && to.pathname === undefined && to.search !== undefined
    navigate(
      changesListOnly ? { ...to, search: withParametersOfOthers(to.search ?? '', search) } : to,
      options,
    )
  })
}

/** React-admin's router for a list page: paging, sorting and filtering leave the parameters of others as they are. */
export const listRouter: RouterProvider = { ...reactRouterProvider, useNavigate: useListNavigate }
