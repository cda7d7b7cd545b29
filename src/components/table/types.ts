import type { ComponentType, ReactNode } from 'react'
import type { RaRecord, SortPayload } from 'react-admin'
import type { Permission } from '#contract/permissions'
import type { TextGroup } from '../../i18n'
import type { MessageKey } from '../../i18n/translate'

/** A choice of a multiselect filter; `color` (#RRGGBB) shows as a swatch. */
export interface Choice {
  id: string
  name: string
  color?: string
  /** Choices of a group follow each other below its name. */
  group?: string
}

/** A choice with the text key of its name. */
export interface NamedChoice {
  id: string
  name: MessageKey
}

export interface RecordFilterProps {
  label: string
  /** Id of the chosen record. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

export interface ConditionsFieldProps {
  source: string
  /** The chosen conditions. */
  value: readonly string[]
  onChange: (conditions: readonly string[]) => void
  /** Called when one was added. */
  onDone?: (() => void) | undefined
}

type Filter =
  /** Stores text from `minLength` characters on (default 3). It has its own label if it searches further fields. */
  | {
      kind: 'text'
      source: string
      minLength?: number
      label?: MessageKey
      /** Shown in a chip instead of the text, such as the name for an id. */
      Shown?: ComponentType<{ text: string }>
    }
  /** Stores a list of ids. With `logicSource`, a person selects "any" or "all"; that key then stores `all`. */
  | {
      kind: 'multiselect'
      source: string
      logicSource?: string
      label?: MessageKey
      /** A constant, or a hook that returns undefined while they load. */
      choices: readonly NamedChoice[] | (() => readonly Choice[] | undefined)
    }
  /** Stores the id of one record, which a person finds in a field. */
  | {
      kind: 'record'
      source: string
      /** A query parameter that can also set it. */
      parameter?: string
      label?: MessageKey
      /** The field, a lazy part. */
      Field: ComponentType<RecordFilterProps>
      /** Shows the name of the record. */
      Shown: ComponentType<{ id: string }>
    }
  /** Stores a list of texts, each a condition, which a person puts together in a form. Each has its own chip. */
  | {
      kind: 'conditions'
      source: string
      label?: MessageKey
      /** The form, a lazy part. */
      Field: ComponentType<ConditionsFieldProps>
      /** The condition that leaves a value of a column out; undefined if there is none. */
      excluding?: (columnId: string, value: string) => string | undefined
      /** A condition in words, a lazy part. */
      Shown: ComponentType<{ text: string }>
    }
  /**
   * Stores `{ start, end }` in ISO, or `{ relative: '6h' }` up to now. With `needsBoth`, a range has both times.
   * `fallback` is the relative range that applies by default.
   */
  | { kind: 'dateRange'; source: string; needsBoth?: boolean; fallback?: string }

/**
 * A column's filter, only on servers with its capability, if it has one. `source` is its key in the list's filter.
 * Rules, "Tables".
 */
export type ColumnFilter = Filter & {
  capability?: string
  /** In the toolbar only while its column is shown, or it is set. */
  withColumn?: true
  /** In the toolbar only on servers without this capability, or while it is set: another filter does more. */
  replacedBy?: string
}

/** Filters of one kind. */
export type FilterOf<Kind extends ColumnFilter['kind']> = Extract<ColumnFilter, { kind: Kind }>

/** A column. Keep the list of columns constant or memoised: a new list renders every row. */
export interface Column<Row, Sort extends string = string> {
  id: string
  label: MessageKey
  /** A literal label, such as the name of a measured value. */
  labelText?: string
  /** The content of a cell. The row is also react-admin's record context, so its fields work inside. */
  cell: (row: Row) => ReactNode
  /** The field that the header sorts by; without it, the list cannot be sorted by this column. */
  sortBy?: Sort
  filter?: ColumnFilter | readonly ColumnFilter[]
  /** What a row has in it for the filter, if no field of the row says so. */
  valuesOf?: (row: Row) => readonly string[]
  /** Whether the column menu can hide it; true by default. */
  hideable?: boolean
  /** Hidden until a person shows it. */
  hidden?: boolean
  /** Shows or hides it, if that is stored elsewhere than in the table's settings. */
  choose?: (isShown: boolean, left: readonly string[]) => void
  /**
   * Minimum width in px, below which its content would wrap. With enough room, it has the width of its content, up to
   * twice the minimum. A column without it holds text of any length, which is cut if there is no room.
   */
  width?: number
  /** Minimum width in px of text or other content that is cut, before other columns leave the table for it. */
  least?: number
  align?: 'left' | 'center' | 'right'
  /** Consists of digits, which line up like those in a right-aligned column. */
  figures?: boolean
  /** Title of the card below 1024 px. */
  primary?: boolean
  /**
   * Place in a card: beside its title, in the line that a phone shows below the title or at the end of that line, in a
   * separate line below, as a labelled value, in the details (the default), or as its buttons. In a list without lines,
   * the first two columns form one.
   */
  card?: 'title' | 'line' | 'end' | 'below' | 'value' | 'details' | 'actions'
  /** Shown on a phone instead of the cell, which moves to the details. */
  brief?: (row: Row) => ReactNode
  /** The value needs no label, like tags: the line of a card shows it without. */
  selfExplanatory?: boolean
  /**
   * Order in which columns leave a table that is too narrow, lowest first; without it, the column stays.
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
  /** Ids of columns without room in the table. */
  left: readonly string[]
}

export interface TableListProps<Row extends RaRecord> {
  columns: readonly Column<Row>[]
  title: MessageKey
  /** The list is a tab of a page with this title and these tabs. */
  tabOf?: { title: string; tabs: ReactNode }
  /** A literal title, such as one with a name in it; replaces `title`. */
  titleText?: string
  /** The list is a section of a page about something else; its title is that of the section. */
  isSection?: boolean
  /** `Parents`: the pages above this one. */
  parents?: ReactNode
  entity: EntityTexts
  /** Text of an empty list if nothing can be created: when rows will appear. */
  emptyText?: MessageKey
  /** The icon of the rows in the menu, also shown by an empty list. */
  icon?: ComponentType
  /** Next steps, a lazy part: shown below an empty list, or a short one if there is room. */
  guide?: ReactNode
  defaultSort: SortPayload
  /** Name under which this browser stores the table's settings; the resource by default. */
  name?: string
  /** A filter that always applies, in addition to the person's. Keep it constant or memoised. */
  filter?: Record<string, unknown>
  /** The create dialog, a lazy part; `?create=true` also opens it. */
  create?: ComponentType<CreateDialogProps>
  /** Text of the create button. */
  createLabel?: MessageKey
  createPermission?: Permission
  /** Further buttons beside the create button. */
  createActions?: ReactNode
  /** Shows the record that `?peek` names beside the list, a lazy part; rows then offer it. */
  peek?: ComponentType
  /** The ids of the rows are secrets, so no storage may hold them. */
  hasSecretIds?: boolean
  /** Details of a row, below it. Keep it constant. */
  expand?: (row: Row) => ReactNode
  /** Buttons for selected rows, in the list context. With it, rows can be selected. */
  bulkActions?: ReactNode
  /** Further buttons in the page header. */
  headerActions?: ReactNode
  /** Wraps the page inside the list context; may provide other rows. Keep it constant. */
  frame?: ComponentType<{ children: ReactNode }>
  /** The rows update by themselves, or are polled at this interval in milliseconds, so there is no auto-refresh. */
  refreshesItself?: boolean | number
  /** Further controls in the toolbar, beside the auto-refresh. */
  toolbarActions?: ReactNode
  /** Further options above the columns in their menu. Keep it constant. */
  moreColumns?: ComponentType<MoreColumnsProps>
  /** Resets the choices made there. */
  onResetColumns?: () => void
  /** Shown above the rows. */
  notice?: ReactNode
  /** Shown instead of the paging. */
  footer?: ReactNode
  /** The name of a row for screen readers, such as its serial number. Keep it constant. */
  rowLabel: (row: Row) => string
  /** The address that a click on the row, or Enter, opens. Keep it constant. */
  rowAddress?: (row: Row) => string
}
