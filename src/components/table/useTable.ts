import { createContext, useCallback, useContext, useMemo } from 'react'
import { type SortPayload, useEvent, useListContext, useStore } from 'react-admin'
import { z } from 'zod'
import { useTranslate } from '../../i18n/translate'
import { type FilterableColumn, type FilterValues, fallbackRanges } from './address'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './paging'
import type { Choice, Column, ColumnFilter, FilterOf } from './types'

/** Auto-refresh periods in seconds; 0 is off. Rules, "Tables". */
export const REFRESH_PERIODS = [0, 2, 5, 10, 30, 60, 300] as const

/** What a browser keeps of a table, the same in every space. Rules, "Tables". */
export interface TableSettings {
  pageSize: number
  sort: SortPayload
  /** Auto-refresh period in seconds; 0 is off. */
  refresh: number
  /** Columns that a person showed or hid. */
  columns: Record<string, boolean>
}

/** The settings in a stored value; whatever does not fit the table gets its default. */
export function readSettings(
  stored: unknown,
  defaultSort: SortPayload,
  sorts: readonly string[],
): TableSettings {
  const schema = z.object({
    pageSize: z.literal(PAGE_SIZES).catch(DEFAULT_PAGE_SIZE),
    refresh: z.literal(REFRESH_PERIODS).catch(0),
    sort: z.object({ field: z.enum(sorts), order: z.enum(['ASC', 'DESC']) }).catch(defaultSort),
    columns: z.record(z.string(), z.boolean()).catch({}),
  })
  return schema.safeParse(stored).data ?? schema.parse({})
}

/** Tells which columns show with these settings. */
export const isShown =
  ({ columns }: TableSettings) =>
  ({ id, hideable, hidden }: Pick<Column<never>, 'id' | 'hideable' | 'hidden'>) =>
    hideable === false || (columns[id] ?? !hidden)

/** What a column is called. */
export function useLabelOf(): (column: Pick<Column<never>, 'label' | 'labelText'>) => string {
  const translate = useTranslate()
  return useCallback(({ label, labelText }) => labelText ?? translate(label), [translate])
}

/** More than any column's place in the order in which they leave a table. */
const LAST = 1000

/** The columns that show with these settings. Those that a person chose are the last to leave a table that is too narrow. */
export const shownOf = <Row>(columns: readonly Column<Row>[], settings: TableSettings): Column<Row>[] =>
  columns.filter(isShown(settings)).map((column) => {
    if (settings.columns[column.id] !== true || column.yields === undefined) return column
    return Object.assign({}, column, { yields: LAST + column.yields })
  })

const NOTHING = {}

/** The settings of a table in this browser, and how to change some of them. */
export function useTableSettings(name: string, defaultSort: SortPayload, sorts: readonly string[]) {
  const [stored, setStored] = useStore<object>(`table.${name}`, NOTHING)
  const settings = useMemo(() => readSettings(stored, defaultSort, sorts), [stored, defaultSort, sorts])
  const change = useCallback(
    (part: Partial<TableSettings>) => setStored((old) => ({ ...old, ...part })),
    [setStored],
  )
  return [settings, change] as const
}

export interface Table {
  settings: TableSettings
  changeSettings: (part: Partial<TableSettings>) => void
  /** Columns that filter. */
  filters: readonly FilterableColumn[]
  /** Changes the values that the list filters by, based on what they are by then. */
  changeFilters: (change: (values: FilterValues) => FilterValues) => void
}

export const TableContext = createContext<Table | null>(null)

/** Settings and filters of the table around. */
export function useTable(): Table {
  const table = useContext(TableContext)
  if (!table) throw new Error('This part belongs in a TableList')
  return table
}

/** What the list filters by, and how to change it. */
export function useFilters() {
  const { filters, changeFilters } = useTable()
  const { filterValues: values }: { filterValues: FilterValues } = useListContext()
  /** Changes some values; undefined removes one. */
  const change = useEvent((part: FilterValues) => changeFilters((old) => ({ ...old, ...part })))
  const clear = useEvent((filter: ColumnFilter) =>
    changeFilters((old) => {
      const rest = { ...old }
      delete rest[filter.source]
      if (filter.kind === 'multiselect' && filter.logicSource) delete rest[filter.logicSource]
      return rest
    }),
  )
  const clearAll = useEvent(() => changeFilters(() => ({})))
  return {
    /** What the person chose. */
    values,
    /** What applies: the chosen values and the filters' own fallbacks. */
    effective: { ...fallbackRanges(filters, values), ...values },
    active: filters.filter(({ filter }) => values[filter.source] !== undefined),
    change,
    clear,
    clearAll,
  }
}

/** The choices of a multiselect filter; undefined while they load. */
export function useChoicesOf({ choices }: FilterOf<'multiselect'>): readonly Choice[] | undefined {
  const translate = useTranslate()
  // A part that shows a filter never gets another one, so it is always the same hook.
  if (typeof choices === 'function') return choices()
  return choices.map(({ id, name }) => ({ id, name: translate(name) }))
}
