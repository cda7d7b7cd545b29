import type { ComponentType, ReactNode } from 'react'
import type { RaRecord, SortPayload } from 'react-admin'
import type { Permission } from '#contract/permissions'
import type { TextGroup } from '../../i18n'
import type { MessageKey } from '../../i18n/translate'

/** One choice of a multiselect filter; `color` (#RRGGBB) shows as a swatch. */
export interface Choice {
  id: string
  name: string
  color?: string
  /** Choices of one group follow each other, under its name. */
  group?: string
}

/** A choice with the key of its name. */
export interface NamedChoice {
  id: string
  name: MessageKey
}

export interface RecordFilterProps {
  label: string
  /** Id of the record that is chosen. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

type Filter =
  /**
   * Stores text, from `minLength` characters (default 3). It has its own name where it searches more than the column.
   */
  | {
      kind: 'text'
      source: string
      minLength?: number
      label?: MessageKey
      /** What a chip shows instead of the text, such as the name of an id. */
      Shown?: ComponentType<{ text: string }>
    }
  /** Stores a list of ids. With `logicSource` a person chooses whether any or all of them must match; that key stores `all`. */
  | {
      kind: 'multiselect'
      source: string
      logicSource?: string
      /** Constant, or a hook that answers undefined while they load. */
      choices: readonly NamedChoice[] | (() => readonly Choice[] | undefined)
    }
  /** Stores the id of one record, which a person finds in a field. */
  | {
      kind: 'record'
      source: string
      /** A parameter of the address that names it as well. */
      parameter?: string
      label?: MessageKey
      /** The field, a lazy part. */
      Field: ComponentType<RecordFilterProps>
      /** What the record is called. */
      Shown: ComponentType<{ id: string }>
    }
  /**
   * Stores `{ start, end }` in ISO, or `{ relative: '6h' }` up to now; with `needsBoth` a range has both times.
   * `fallback` is the relative range that applies while none is chosen.
   */
  | { kind: 'dateRange'; source: string; needsBoth?: boolean; fallback?: string }

/** How a column filters, on servers with the capability if it names one. `source` is the key in the list's filter. Rules, "Tables". */
export type ColumnFilter = Filter & { capability?: string }

/** Filters of one kind. */
export type FilterOf<Kind extends ColumnFilter['kind']> = Extract<ColumnFilter, { kind: Kind }>

/** One column. Keep the list of columns a constant of the module (or memoised): a new list renders every row. */
export interface Column<Row, Sort extends string = string> {
  id: string
  label: MessageKey
  /** Label that is a text, such as the name of what devices measure. */
  labelText?: string
  /** The content of a cell. The row is also react-admin's record context, so its fields work inside. */
  cell: (row: Row) => ReactNode
  /** Field that the header sorts by; without it the list cannot be sorted by the column. */
  sortBy?: Sort
  filter?: ColumnFilter | readonly ColumnFilter[]
  /** Can be hidden in the column menu; yes unless false. */
  hideable?: boolean
  /** Hidden until a person shows it. */
  hidden?: boolean
  /** Shows or hides it, where what shows is kept elsewhere than in the settings of the table. */
  choose?: (isShown: boolean, left: readonly string[]) => void
  /**
   * Least width in px, at which its content takes a second line; where there is room it has the width of its content, up to
   * twice as much. A column without it holds text of any length, which is cut off where there is no room for it.
   */
  width?: number
  /** Least width in px of such a text, or of other content that is cut off, before other columns leave the table for it. */
  least?: number
  align?: 'left' | 'center' | 'right'
  /** Consists of digits, which stand below each other, as in a column that is aligned right. */
  figures?: boolean
  /** Title of the card below 1024 px. */
  primary?: boolean
  /**
   * Place in a card: beside its title, in the line that a phone shows below the title or at its end, in a separate line
   * below that, as a value with its name, among the details (the default), or its buttons. In a list without lines the first two columns are one.
   */
  card?: 'title' | 'line' | 'end' | 'below' | 'value' | 'details' | 'actions'
  /** What a phone shows instead of the cell, which is then among the details. */
  brief?: (row: Row) => ReactNode
  /** The value says what it is, as tags do: the line of a card shows it without its label. */
  selfExplanatory?: boolean
  /**
   * Order in which columns leave a table that is too narrow: the lowest first; without it the column stays.
   * The details of a row show the columns that left.
   */
  dropPriority?: number
  /** A person chose it: it stays, and a table that is too narrow scrolls sideways. */
  isChosen?: boolean
  /** The details of a row show it anyway. */
  inDetails?: boolean
}

/** The forms of an entity in the text of an empty list. */
export type EntityTexts = TextGroup<'many' | 'first'>

export interface CreateDialogProps {
  open: boolean
  onClose: () => void
}

export interface MoreColumnsProps {
  /** Ids of the columns that have no room in the table. */
  left: readonly string[]
}

export interface TableListProps<Row extends RaRecord> {
  columns: readonly Column<Row>[]
  title: MessageKey
  /** The list is a tab of a page with this title and these tabs. */
  tabOf?: { title: string; tabs: ReactNode }
  /** Title that is a text, such as one with a name in it; shown instead of `title`. */
  titleText?: string
  /** The list is a section of a page about something else: its title is the section's. */
  isSection?: boolean
  /** `Parents`: the pages above this one. */
  parents?: ReactNode
  entity: EntityTexts
  /** What an empty list says where a person creates nothing: what comes there, and when. */
  emptyText?: MessageKey
  /** What the rows look like in the menu; an empty list shows it. */
  icon?: ComponentType
  /** What to do next, a lazy part: below a list that is empty, or where there is room has a few rows. */
  guide?: ReactNode
  defaultSort: SortPayload
  /** Name under which this browser keeps the table's settings; the resource by default. */
  name?: string
  /** Filter that always applies, beside the person's. Keep it constant or memoised. */
  filter?: Record<string, unknown>
  /** Create dialog, a lazy part; also opened by `?create=true`. */
  create?: ComponentType<CreateDialogProps>
  /** Text of the create button. */
  createLabel?: MessageKey
  createPermission?: Permission
  /** More buttons beside the one that creates. */
  createActions?: ReactNode
  /** Details of a row, below it. Keep it constant. */
  expand?: (row: Row) => ReactNode
  /** Buttons for the selected rows, in the list context. With it, rows can be selected. */
  bulkActions?: ReactNode
  /** More buttons in the page header. */
  headerActions?: ReactNode
  /** Wraps the page inside the list context; may provide other rows. Keep it constant. */
  frame?: ComponentType<{ children: ReactNode }>
  /** The rows update by themselves, or are read again after so many milliseconds, so there is no auto-refresh. */
  refreshesItself?: boolean | number
  /** More controls in the toolbar, beside the auto-refresh. */
  toolbarActions?: ReactNode
  /** More to choose from, above the columns in their menu. Keep it constant. */
  moreColumns?: ComponentType<MoreColumnsProps>
  /** Forgets what was chosen there. */
  onResetColumns?: () => void
  /** Shown above the rows. */
  notice?: ReactNode
  /** Shown instead of the paging. */
  footer?: ReactNode
  /** Name of a row for screen readers, such as its serial number. Keep it constant. */
  rowLabel: (row: Row) => string
  /** Address that a click on the row, or Enter on it, opens. Keep it constant. */
  rowAddress?: (row: Row) => string
}
