import { replaceEqualDeep } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import { type SortPayload, useEvent, useListContext, useStore } from 'react-admin'
import { z } from 'zod'
import { useTranslate } from '../../i18n/translate'
import { type FilterableColumn, type FilterValues, fallbackRanges } from './address'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './paging/paging'
import type { Choice, Column, ColumnFilter, FilterOf } from './types'

/** Auto-refresh intervals in seconds; 0 is off. Rules, "Tables". */
export const REFRESH_PERIODS = [0, 2, 5, 10, 30, 60, 300] as const

/** The settings of a table in this browser, the same in every space. Rules, "Tables". */
export interface TableSettings {
  pageSize: number
  sort: SortPayload
  /** Auto-refresh interval in seconds; 0 is off. */
  refresh: number
  /** Columns that a person showed or hid. */
  columns: Record<string, boolean>
  /** Ids of columns in the person's order. */
  order: string[]
  /** Widths that a person gave to columns, in px. */
  widths: Record<string, number>
}

/** Minimum and maximum width of a column in px. */
export const COLUMN_WIDTHS = { min: 40, max: 900 } as const

/** The settings in a stored value; invalid ones get their default. */
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
    order: z.array(z.string()).catch([]),
    widths: z.record(z.string(), z.number().min(COLUMN_WIDTHS.min).max(COLUMN_WIDTHS.max)).catch({}),
  })
  return schema.safeParse(stored).data ?? schema.parse({})
}

/** Returns whether a column is shown with these settings. */
export const isShown =
  ({ columns }: Pick<TableSettings, 'columns'>) =>
  ({ id, hideable, hidden }: Pick<Column<never>, 'id' | 'hideable' | 'hidden'>) =>
    hideable === false || (columns[id] ?? !hidden)

/** The label of a column. */
export function useLabelOf(): (column: Pick<Column<never>, 'label' | 'labelText'>) => string {
  const translate = useTranslate()
  return useCallback(({ label, labelText }) => labelText ?? translate(label), [translate])
}

/** The columns in the order of these ids. Other columns follow their predecessor in the default order. */
export function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const placed = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  columns.forEach((column, index) => {
    const before = columns[index - 1]
    if (!placed.includes(column)) placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column)
  })
  return placed
}

/** The columns shown with these settings, in order. Those that a person chose never leave the table. */
export const shownOf = <Row>(
  columns: readonly Column<Row>[],
  settings: Pick<TableSettings, 'columns' | 'order'>,
): Column<Row>[] =>
  inOrder(columns, settings.order)
    .filter(isShown(settings))
    .map((column) =>
      settings.columns[column.id] === true
        ? Object.assign({}, column, { dropPriority: undefined, isChosen: true })
        : column,
    )

const NOTHING = {}

/** The stored settings of a table, and a function that changes some of them. */
export function useTableSettings(name: string, defaultSort: SortPayload, sorts: readonly string[]) {
  const [stored, setStored] = useStore<object>(`table.${name}`, NOTHING)
  const read = useMemo(() => readSettings(stored, defaultSort, sorts), [stored, defaultSort, sorts])
  // Unchanged values stay the same object, because other columns would render every row.
  const [kept, keep] = useState(read)
  const settings = replaceEqualDeep(kept, read)
  if (settings !== kept) keep(settings)
  const change = useCallback(
    (part: Partial<TableSettings>) => setStored((old) => ({ ...old, ...part })),
    [setStored],
  )
  return [settings, change] as const
}

export interface Table {
  settings: TableSettings
  changeSettings: (part: Partial<TableSettings>) => void
  /** Columns with a filter. */
  filters: readonly FilterableColumn[]
  /** Changes the filter values, based on their values at that time. */
  changeFilters: (change: (values: FilterValues) => FilterValues) => void
}

export const TableContext = createContext<Table | null>(null)

/** Settings and filters of the surrounding table. */
export function useTable(): Table {
  const table = useContext(TableContext)
  if (!table) throw new Error('This part belongs in a TableList')
  return table
}

/** The filter values of the list, and functions to change them. */
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
    /** Values that the person chose. */
    values,
    /** Values that apply: chosen ones, and defaults of the filters. */
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
  // A component with a filter never gets another one, so the hook is always the same.
  if (typeof choices === 'function') return choices()
  return choices.map(({ id, name }) => ({ id, name: translate(name) }))
}
