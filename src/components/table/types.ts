import type { ComponentType, ReactNode } from 'react'
import type { RaRecord, SortPayload } from 'react-admin'
import type { Permission } from '#contract/permissions'

/** One choice of a multiselect filter; `color` (#RRGGBB) shows as a swatch. */
export interface Choice {
  id: string
  name: string
  color?: string
}

/** How a column filters. `source` is the key in the list's filter. Spec 1, section 2, "Shared table behaviour". */
export type ColumnFilter =
  /** Stores text, from `minLength` characters (default 3). */
  | { kind: 'text'; source: string; minLength?: number }
  /** Stores a list of ids. With `logicSource` a person chooses whether any or all of them must match: that key stores `any` or `all`. */
  | {
      kind: 'multiselect'
      source: string
      logicSource?: string
      /** A hook; undefined while the choices load. */
      useChoices: () => readonly Choice[] | undefined
    }
  /**
   * Stores `{ start, end }` in ISO, or `{ relative: '6h' }` up to now; with `needsBoth` neither time is applied alone.
   * `fallback` is the relative range that holds while none is chosen.
   */
  | { kind: 'dateRange'; source: string; needsBoth?: boolean; fallback?: string }

/** One column. Keep the list of columns a constant of the module (or memoised): a new list renders every row. */
export interface Column<Row> {
  id: string
  /** Message key. */
  label: string
  cell: (row: Row) => ReactNode
  /** Field that the header sorts by. */
  sortBy?: string
  filter?: ColumnFilter
  /** Can be hidden in the column menu; yes unless false. */
  hideable?: boolean
  /** Hidden until a person shows it. */
  hidden?: boolean
  /** Pixels, or any CSS width. Without it the column shares what is left. */
  width?: number | string
  align?: 'left' | 'center' | 'right'
  /** Title of the card below 1024 px. */
  primary?: boolean
  /**
   * Place in the order in which columns leave a table that is too narrow for all of them; without it the column stays.
   * What left the table is in the details of the row.
   */
  yields?: number
  /** What a row expands to shows it anyway. */
  inDetails?: boolean
}

export interface CreateDialogProps {
  open: boolean
  onClose: () => void
}

export interface TableListProps<Row extends RaRecord> {
  columns: readonly Column<Row>[]
  /** Message key of the page's title. */
  title: string
  /** Text that is not a message key, such as a title with a name in it; shown in place of `title`. */
  titleText?: string
  /** Pages above this one, the nearest last. */
  parents?: { label: string; to: string }[]
  /** Message key of an object with `many` and `first`, the forms of the entity in the text of an empty list. */
  entity: string
  defaultSort: SortPayload
  /** Names what is kept in this browser for the table; the resource unless given. */
  name?: string
  /** Conditions that always hold, beside what a person filters by. Keep it constant or memoised. */
  filter?: Record<string, unknown>
  /** Create dialog, `lazy(() => import(…))`; also opened by `?create=true`. */
  create?: ComponentType<CreateDialogProps>
  /** Message key of the create button. */
  createLabel?: string
  createPermission?: Permission
  /** Details of a row, below it. Keep it constant. */
  expand?: (row: Row) => ReactNode
  /** Buttons for the selected rows, in the list context; given, rows can be selected. */
  bulkActions?: ReactNode
  /** More buttons in the page header. */
  headerActions?: ReactNode
  /** Stands in the list context around all of the page; may give it other rows. Keep it constant. */
  frame?: ComponentType<{ children: ReactNode }>
  /** The rows come by themselves: there is no auto-refresh. */
  refreshesItself?: boolean
  /** More controls in the toolbar, beside the auto-refresh. */
  toolbarActions?: ReactNode
  /** Shown above the rows. */
  notice?: ReactNode
  /** In the place of the paging. */
  footer?: ReactNode
  /** What a row is called by screen readers: name or serial number. Keep it constant. */
  rowLabel: (row: Row) => string
}
