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

/** Locations that are being left for another page. */
const left = new WeakSet<object>()

function useListNavigate(): ReturnType<RouterProvider['useNavigate']> {
  const navigate = reactRouterProvider.useNavigate()
  const location = reactRouterProvider.useLocation()
  return useEvent((to, options) => {
    if (typeof to !== 'object' || to.pathname !== undefined || to.search === undefined) {
      left.add(location)
      navigate(to, options)
      return
    }
    // A denied list has no rows: React-admin would go to its first page, and so come back from where the denial led.
    if (!left.has(location))
      navigate({ ...to, search: withParametersOfOthers(to.search, location.search) }, options)
  })
}

/** React-admin's router for a list page: paging, sorting and filtering leave the parameters of others as they are. */
export const listRouter: RouterProvider = { ...reactRouterProvider, useNavigate: useListNavigate }
