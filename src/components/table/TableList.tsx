import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  type RouterProvider,
  RouterProviderContext,
  reactRouterProvider,
  type SortPayload,
  shallowEqual,
  useEvent,
  useListController,
  useResourceContext,
} from 'react-admin'
import { Navigate, useLocation } from 'react-router-dom'
import { useConfig } from '../../config'
import { Denied } from '../../dataProvider/client'
import { useLanguage } from '../../preferences'
import { useFailureToast } from '../action/useFailureToast'
import { useCurrentAddress } from '../address/currentAddress'
import {
  cleanSearch,
  type FilterValues,
  fallbackRanges,
  filterableOf,
  filterOf,
  withParametersOfOthers,
} from './address'
import { SharedNamesContext, sharedNamesOf, UnreadableContext, unreadableOf } from './listMeta'
import { pageInstead } from './paging/paging'
import { MoreContext, useCounted } from './paging/useCounted'
import { type AllRows, AllRowsContext } from './selection/allRows'
import { TablePage } from './TablePage'
import type { TableListProps } from './types'
import { useAddressColumns } from './useAddressColumns'
import { useInOrder } from './useInOrder'
import { type Table, TableContext, useTableSettings } from './useTable'

/** Locations at which the list was denied. */
const denied = new WeakSet<object>()

function useListNavigate(): ReturnType<RouterProvider['useNavigate']> {
  const navigate = reactRouterProvider.useNavigate()
  const location = reactRouterProvider.useLocation()
  const { now, isLeft } = useCurrentAddress()
  return useEvent((to, options) => {
    if (typeof to !== 'object' || to.pathname !== undefined || to.search === undefined) navigate(to, options)
    // A denied list has no rows, so react-admin would navigate to page 1 and undo the redirect of the denial.
    else if (!denied.has(location) && !isLeft())
      navigate({ ...to, search: withParametersOfOthers(to.search, now().search) }, options)
  })
}

/** React-admin's router for a list, in which paging, sorting and filtering keep other query parameters. */
const listRouter: RouterProvider = { ...reactRouterProvider, useNavigate: useListNavigate }

/** Drops values that change during a refresh, so that a refresh with the same rows renders nothing. */
const withoutProgress = (list: ListControllerResult) => ({
  ...list,
  isFetching: undefined,
  isLoading: undefined,
  isPaused: undefined,
  meta: undefined,
})

/** Returns the same object while its values stay the same. */
function useKept<Value extends object | null>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (shallowEqual(kept, value)) return kept
  keep(value)
  return value
}

/** Query options that notify once when a list fails, but not again when later auto-refreshes fail. */
function useFirstFailureOnly() {
  const showFailure = useFailureToast()
  const failed = useRef(false)
  const location = reactRouterProvider.useLocation()
  return {
    onError(error: Error) {
      if (error instanceof Denied) denied.add(location)
      if (!failed.current) showFailure(error)
      failed.current = true
    },
    onSuccess() {
      failed.current = false
    },
  }
}

/** Replaces a page past the end by the last one. Call it after the controller, whose own effect goes to page 1. */
function usePageThatExists(list: ListControllerResult) {
  const { page, perPage, total, data, isFetching, hasNextPage = false } = list
  const instead =
    data && !isFetching
      ? pageInstead({ page, perPage, total, hasNextPage, rows: data.length + unreadableOf(list.meta) })
      : null
  const setPage = useEvent(list.setPage)
  useEffect(() => {
    if (instead !== null) setPage(instead)
  }, [instead, setPage])
}

interface TableProviderProps
  extends Omit<Table, 'changeFilters'>,
    Pick<TableListProps<RaRecord>, 'filter' | 'refreshesItself'> {
  children: ReactNode
}

/** React-admin's list with the table's own page size, sort and auto-refresh. */
function TableProvider(props: TableProviderProps) {
  const { settings, changeSettings, filters, filter, refreshesItself, children } = props
  const list = useListController({
    // Filters are stored only in the address and the selection in this page, so other spaces cannot see them.
    storeKey: false,
    disableAuthentication: true,
    exporter: false,
    sort: settings.sort,
    perPage: settings.pageSize,
    filter,
    queryOptions: {
      // Names are sorted by language.
      meta: { language: useLanguage() },
      // Pauses by itself while the tab is hidden.
      refetchInterval:
        typeof refreshesItself === 'number'
          ? refreshesItself
          : !refreshesItself && settings.refresh > 0 && settings.refresh * 1000,
      ...useFirstFailureOnly(),
    },
  })
  usePageThatExists(list)

  const inOrder = useInOrder(list)
  const setPage = useEvent((page: number) => inOrder(({ setPage }) => setPage(page)))
  const setPerPage = useEvent((pageSize: number) => {
    changeSettings({ pageSize })
    inOrder(({ setPerPage }) => setPerPage(pageSize))
  })
  const setSort = useEvent((sort: SortPayload) => {
    changeSettings({ sort })
    inOrder(({ setSort }) => setSort(sort))
  })
  const changeFilters = useEvent((change: (values: FilterValues) => FilterValues) =>
    inOrder(({ filterValues, setFilters }) => setFilters(change(filterValues))),
  )
  const setFilters = useEvent((values: FilterValues) => changeFilters(() => values))
  const [all, setAll] = useState<AllRows | null>(null)
  const allRows = useMemo(() => ({ all, setAll }), [all])
  const { total, more } = useCounted(list, filter)
  const keptMore = useKept(more)
  const counted = total === undefined ? {} : { total, hasNextPage: list.page * list.perPage < total }
  const shown = useKept(
    Object.assign(withoutProgress(list), { setPage, setPerPage, setSort, setFilters }, counted),
  )
  const table = useMemo(
    () => ({ settings, changeSettings, filters, changeFilters }),
    [settings, changeSettings, filters, changeFilters],
  )
  return (
    <TableContext value={table}>
      <MoreContext value={keptMore}>
        <SharedNamesContext value={useKept(sharedNamesOf(list.meta))}>
          <UnreadableContext value={unreadableOf(list.meta)}>
            <AllRowsContext value={allRows}>
              <ListContextProvider value={shown}>{children}</ListContextProvider>
            </AllRowsContext>
          </UnreadableContext>
        </SharedNamesContext>
      </MoreContext>
    </TableContext>
  )
}

/**
 * A list page: header, toolbar, table or cards, and paging. Page, sort and filters are stored in the address, other
 * settings in this browser. Rules, "Tables".
 */
export function TableList<Row extends RaRecord>(props: TableListProps<Row>) {
  const { columns, defaultSort, name, filter, refreshesItself, frame: Frame = Fragment } = props
  const resource = useResourceContext()
  const { search, hash } = useLocation()
  const { capabilities } = useConfig()
  const filters = useMemo(
    () =>
      filterableOf(columns).filter(
        ({ filter: { capability } }) => capability === undefined || capabilities.includes(capability),
      ),
    [columns, capabilities],
  )
  const sorts = useMemo(
    () => [defaultSort.field, ...columns.flatMap(({ sortBy }) => sortBy ?? [])],
    [columns, defaultSort.field],
  )
  const [stored, changeStored] = useTableSettings(name ?? resource ?? 'table', defaultSort, sorts)
  const [settings, changeSettings] = useAddressColumns(columns, stored, changeStored, search)

  const rules = useMemo(() => ({ sorts, filters: filters.map(({ filter }) => filter) }), [sorts, filters])
  const permanentFilter = useMemo(
    () => ({ ...fallbackRanges(filters, filterOf(search, rules.filters)), ...filter }),
    [filters, rules, search, filter],
  )
  const clean = cleanSearch(search, rules)
  if (clean !== null) return <Navigate to={{ search: clean, hash }} replace />
  return (
    <RouterProviderContext.Provider value={listRouter}>
      <TableProvider {...{ settings, changeSettings, filters, refreshesItself }} filter={permanentFilter}>
        <Frame>
          <TablePage {...props} />
        </Frame>
      </TableProvider>
    </RouterProviderContext.Provider>
  )
}
