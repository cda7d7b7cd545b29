import type { ComponentType, ReactNode } from 'react'
import { type RaRecord, useRecordContext } from 'react-admin'
import type { z } from 'zod'
import type { NumberStyle } from '#contract/common/numbers'
import type { TagRef } from '#contract/tags'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { useNumberText } from '../../numbers'
import type { FieldErrors } from '../form/resolver'
import { CopyText, FieldList, Field as FieldView, TagChips, TimeText } from '../page'
import { MENU_WIDTH } from '../table/rows/fit'
import type { Column, NamedChoice } from '../table/types'
import { RecordLink, RowActions } from './RowActions'

/** Converts a field's value to the input's value and back, if they differ. */
export interface FieldCodec<Value = unknown> {
  toForm(value: Value, row: unknown): unknown
  fromForm(value: unknown): unknown
  /** Validates the result of `fromForm`, instead of the contract's own rule. */
  schema?: z.ZodType
  /** Maps a path in the sent data to a path in the form. */
  formPath?(path: readonly PropertyKey[], value: unknown): string
}

interface InputSettings {
  /** Initial value in a create form; null by default. */
  initial?: unknown
  /** The field's own error texts. */
  errors?: FieldErrors
  /** Error text for a value that another record already has. */
  taken?: MessageKey
  /** Never stored in a draft; a text is masked unless focused. */
  secret?: boolean
  /** The tab in an edit mode with tabs; the first by default. */
  tab?: string
}

/** The input of a field: a common one, or a custom component that knows its `source`. */
export type FieldInput = InputSettings &
  (
    | { kind: 'name'; prefix: string; errorContainsRule?: boolean }
    | { kind: 'text'; multiline?: boolean; maxLength?: number; inputMode?: 'numeric'; hint?: MessageKey }
    | { kind: 'number'; unit?: string; hint?: MessageKey }
    | {
        kind: 'select'
        choices: readonly (NamedChoice & { disabled?: boolean })[]
        hint?: MessageKey
        /** A value is always selected, even if clients need not send one. */
        always?: boolean
      }
    | { kind: 'switch' }
    | { kind: 'tags' }
    | { kind: 'own'; Input: ComponentType }
  )

/** The kinds of input for a value of this type; a custom component can hold any value. */
type KindFor<Value> = [Value] extends [string | null | undefined]
  ? string extends Value
    ? 'text' | 'name'
    : 'select'
  : [Value] extends [number | null | undefined]
    ? 'number'
    : [Value] extends [boolean | null | undefined]
      ? 'switch'
      : [Value] extends [readonly Pick<TagRef, 'id'>[] | null | undefined]
        ? 'tags'
        : never

/** The inputs for a value of this type. A text input cannot hold a number; it would send null. */
export type InputFor<Value> = Extract<FieldInput, { kind: KindFor<Value> | 'own' }>

/** The view of a field. */
interface ShownField<Row, Sort extends string = string> {
  label: MessageKey
  /** The value, as text or more; null shows as a dash. */
  show: (row: Row) => ReactNode
  /** The value in a comparison, when two people have changed it; by default as in `show`. */
  compare?: (row: Row) => ReactNode
  /** The values are long texts, which are compared line by line. */
  isText?: boolean
  /** Hidden in the details if the value is null. */
  optional?: boolean
  /** Shown last in the details, like ids: names say more. */
  last?: boolean
  /** Takes the full width of the details, after the other fields. */
  wide?: boolean
  /** False if the page shows it elsewhere than in the details. */
  details?: boolean
  /** The column of the list; without it, the list has none. */
  column?: Partial<Omit<Column<Row, Sort>, 'id'>>
}

/** A field of a resource, with all settings for list, details, expanded row and form. */
export interface Field<Row> extends ShownField<Row> {
  input?: FieldInput
}

/** The input of a field, with a codec if the sent value differs from the read one. */
export type Changeable<Value, Sent> = [Value] extends [Sent]
  ? { input: InputFor<Sent> & { codec?: FieldCodec<Value> } }
  : { input: InputFor<Sent> & { codec: FieldCodec<Value> } }

/**
 * The fields of an entity, in display order. Each field is shown or declared hidden. Each field that can be sent has an
 * input, with a codec if the sent value differs from the read one. The list can be sorted by the fields that the server
 * supports, or by any field if the console has the whole list.
 */
export type Fields<
  Row extends { id: string },
  Sent extends object = object,
  Sort extends string = keyof Row & string,
> = {
  [Key in keyof Row & string]: Key extends keyof Sent
    ? ShownField<Row, Sort> & Changeable<Row[Key], Sent[Key]>
    : (ShownField<Row, Sort> & { input?: InputFor<Row[Key]> }) | 'hidden'
} & {
  [Key in Exclude<keyof Sent & string, keyof Row>]: { label: MessageKey; input: InputFor<Sent[Key]> }
}

/** The parts of fields that lists and details use. */
export type ShownFields<Row> = Readonly<
  Record<string, Field<Row> | { label: MessageKey; input: FieldInput } | 'hidden'>
>

const shownOf = <Row,>(fields: ShownFields<Row>): [id: string, field: Field<Row>][] =>
  Object.entries(fields).flatMap(([id, field]) =>
    field !== 'hidden' && 'show' in field ? [[id, field]] : [],
  )

interface ColumnsOptions<Row> {
  /** The last column; by default, it links to the row's page and edit mode. */
  actions?: { cell?: (row: Row) => ReactNode; width?: number }
  /** The row expands to `RecordFields`. */
  expands?: boolean
}

/** The columns of the fields. Call it once per module: new columns render every row. */
export function columnsOf<Row extends RaRecord>(
  fields: ShownFields<Row>,
  { actions, expands = false }: ColumnsOptions<Row> = {},
): readonly Column<Row>[] {
  const columns = shownOf(fields).flatMap(([id, { label, show, details = true, column }]) =>
    column ? [{ id, label, cell: show, inDetails: expands && details, ...column }] : [],
  )
  if (!actions) return columns
  const { cell = (row: Row) => <RowActions row={row} />, width = MENU_WIDTH } = actions
  return [
    ...columns,
    { id: 'actions', label: 'table.actions', card: 'actions', hideable: false, cell, width },
  ]
}

export interface RecordFieldsProps<Row> {
  fields: ShownFields<Row>
  /** By default, the record of the context. */
  row?: Row
  /** Further fields, after those that share a line. */
  children?: ReactNode
}

/** The details of a record: its fields with labels. */
export function RecordFields<Row extends RaRecord>({ fields, children, ...props }: RecordFieldsProps<Row>) {
  const translate = useTranslate()
  const row = useRecordContext<Row>({ record: props.row })
  if (!row) return null
  const views = (place: 'first' | 'last' | 'wide') =>
    shownOf(fields).map(([id, { label, show, optional, last, wide = false, details = true }]) => {
      const own = wide ? 'wide' : last ? 'last' : 'first'
      const value = details && own === place && show(row)
      if (value === false || (optional && value === null)) return null
      return (
        <FieldView key={id} label={translate(label)} wide={wide}>
          {value}
        </FieldView>
      )
    })
  return (
    <FieldList>
      {views('first')}
      {children}
      {views('wide')}
      {views('last')}
    </FieldList>
  )
}

function Copy({ label, value, short }: { label: MessageKey; value: string; short?: boolean }) {
  return <CopyText value={value} what={useTranslate()(label)} short={short} />
}

type ColumnSettings<Row, Sort extends string = never> = ShownField<Row, Sort>['column']

/** A field whose value can be copied; hidden in the details if empty. */
export const copyField = <Row,>(label: MessageKey, read: (row: Row) => string | null) => ({
  label,
  optional: true,
  show: (row: Row) => {
    const value = read(row)
    return value && <Copy label={label} value={value} />
  },
})

/** The name of a record, in lists a link to its page. */
export const nameField = <Row extends { id: string }, Source extends string = 'name'>(
  label: MessageKey,
  source: Source,
  read: (row: Row) => string,
) => ({
  ...copyField(label, read),
  column: {
    cell: (row: Row) => <RecordLink id={row.id} name={read(row)} />,
    sortBy: source,
    filter: { kind: 'text', source },
    primary: true,
    hideable: false,
  } as const,
})

/** The id of a record, shortened in the list, where it is hidden by default because a name says more. */
export const idField = <Row extends { id: string }, Sort extends string = never>(
  label: MessageKey,
  column?: ColumnSettings<Row, Sort>,
) => ({
  ...copyField<Row>(label, ({ id }) => id),
  last: true,
  column: {
    cell: ({ id }: Row) => <Copy label={label} value={id} short />,
    width: 148,
    hidden: true,
    ...column,
  },
})

/** A time; the details also show how long ago it was. */
export const timeField = <Row, Sort extends string = never>(
  label: MessageKey,
  read: (row: Row) => string | null,
  column?: ColumnSettings<Row, Sort>,
) => ({
  label,
  show: (row: Row) => <TimeText value={read(row)} relative />,
  column: column && { cell: (row: Row) => <TimeText value={read(row)} />, ...column },
})

function NumberText({ value, ...style }: NumberStyle & { value: number }) {
  return useNumberText()(value, style)
}

/** A number with its unit, right-aligned in lists. */
export const numberField = <Row, Sort extends string = never>(
  label: MessageKey,
  read: (row: Row) => number | null,
  { column, ...style }: NumberStyle & { column?: ColumnSettings<Row, Sort> } = {},
) => ({
  label,
  show: (row: Row) => {
    const value = read(row)
    return value === null ? null : <NumberText value={value} {...style} />
  },
  column: column && { align: 'right' as const, ...column },
  input: { kind: 'number', unit: style.unit } as const,
})

/** The tags of a record, with their view and input. */
export const TAGS = {
  show: ({ tags }: { tags: readonly TagRef[] }) => (tags.length > 0 ? <TagChips tags={tags} /> : null),
  input: { kind: 'tags' } as const,
}
