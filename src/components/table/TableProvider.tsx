import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  ListContextProvider,
  type ListControllerResult,
  shallowEqual,
  useEvent,
  useListController,
  useNotify,
} from 'react-admin'
import type { FilterableColumn } from './filterValues'
import { pageInstead } from './paging'
import { TableContext } from './TableContext'
import type { TableSettings } from './useTableSettings'

interface TableProviderProps {
  settings: TableSettings
  changeSettings: (part: Partial<TableSettings>) => void
  filters: readonly FilterableColumn[]
  filter: Record<string, unknown>
  refreshesItself?: boolean
  children: ReactNode
}

/** React-admin's list of this page, with the table's own page size, sort and auto-refresh. */
export function TableProvider(props: TableProviderProps) {
  const { settings, changeSettings, filters, filter, refreshesItself, children } = props
  const list = useListController({
    // Filters live in the address alone and the selection in this page, so no other space can see them.
    storeKey: false,
    disableAuthentication: true,
    exporter: false,
    sort: settings.sort,
    perPage: settings.pageSize,
    filter,
    queryOptions: {
      // Pauses by itself while the tab is hidden.
      refetchInterval: !refreshesItself && settings.refresh > 0 && settings.refresh * 1000,
      ...useFirstFailureOnly(),
    },
  })
  usePageThatExists(list)

  const setPerPage = useEvent((pageSize: number) => {
    changeSettings({ pageSize })
    list.setPerPage(pageSize)
  })
  const setSort = useEvent((sort: TableSettings['sort']) => {
    changeSettings({ sort })
    list.setSort(sort)
  })
  const shown = useKept({ ...withoutProgress(list), setPerPage, setSort })
  const table = useMemo(() => ({ settings, changeSettings, filters }), [settings, changeSettings, filters])
  return (
    <TableContext.Provider value={table}>
      <ListContextProvider value={shown}>{children}</ListContextProvider>
    </TableContext.Provider>
  )
}

/** The list without what changes while a refresh is under way: parts that don't know cannot touch the document. */
const withoutProgress = (list: ListControllerResult) => ({
  ...list,
  isFetching: undefined,
  isLoading: undefined,
  isPaused: undefined,
})

/** Keeps the same object for as long as all that is in it stays the same. */
function useKept<Value extends object>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (shallowEqual(kept, value)) return kept
  keep(value)
  return value
}

/** Notifies of a failed list once, not at each auto-refresh that fails after it. */
function useFirstFailureOnly() {
  const notify = useNotify()
  const failed = useRef(false)
  return {
    onError(error: Error) {
      if (!failed.current) notify(error.message, { type: 'error' })
      failed.current = true
    },
    onSuccess() {
      failed.current = false
    },
  }
}

/** Leaves a page past the end for the last one. It must come after the controller, whose own effect knows page 1 only. */
function usePageThatExists(list: ListControllerResult) {
  const { page, perPage, total, data, isFetching, hasNextPage = false } = list
  const instead =
    data && !isFetching ? pageInstead({ page, perPage, total, hasNextPage, rows: data.length }) : null
  const setPage = useEvent(list.setPage)
  useEffect(() => {
    if (instead !== null) setPage(instead)
  }, [instead, setPage])
}
