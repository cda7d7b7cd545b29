import { useCallback, useMemo } from 'react'
import { type SortPayload, useStore } from 'react-admin'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, REFRESH_PERIODS } from './constants'

/** What a browser keeps of a table, the same in every space. Spec 1, section 3, "Local preferences". */
export interface TableSettings {
  pageSize: number
  sort: SortPayload
  /** Auto-refresh period in seconds; 0 is off. */
  refresh: number
  /** Columns that a person showed or hid. */
  columns: Record<string, boolean>
}

const known = <Value>(values: readonly Value[], value: unknown, fallback: Value): Value =>
  values.find((item) => item === value) ?? fallback

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** The settings in what was stored; whatever does not fit the table gets its default. */
export function readSettings(
  stored: unknown,
  defaultSort: SortPayload,
  sorts: readonly string[],
): TableSettings {
  const given = new Map(entriesOf(stored))
  const sort = new Map(entriesOf(given.get('sort')))
  const [field, order] = [sort.get('field'), sort.get('order')]
  const fits = typeof field === 'string' && sorts.includes(field) && (order === 'ASC' || order === 'DESC')
  return {
    pageSize: known<number>(PAGE_SIZES, given.get('pageSize'), DEFAULT_PAGE_SIZE),
    refresh: known<number>(REFRESH_PERIODS, given.get('refresh'), 0),
    sort: fits ? { field, order } : defaultSort,
    columns: Object.fromEntries(
      entriesOf(given.get('columns')).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
      ),
    ),
  }
}

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
