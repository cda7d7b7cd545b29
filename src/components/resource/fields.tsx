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

/** How a field's value becomes what an input holds, and back, where the two differ. */
export interface FieldCodec<Value = unknown> {
  toForm(value: Value, row: unknown): unknown
  fromForm(value: unknown): unknown
  /** Checks the result of `fromForm`, instead of the contract's own rule. */
  schema?: z.ZodType
  /** Path in the form of a path below the field in what is sent. */
  formPath?(path: readonly PropertyKey[], value: unknown): string
}

interface InputSettings {
  /** What the input holds in a form that creates; nothing unless given. */
  initial?: unknown
  /** The field's own error texts. */
  errors?: FieldErrors
  /** Error text for a value that another record has already. */
  taken?: MessageKey
  /** No draft may hold it, and a text is masked unless it is being typed. */
  secret?: boolean
  /** Tab of an edit mode with tabs; the first one unless given. */
  tab?: string
}

/** The input of a field: one of the common ones, or a custom component, which knows its `source`. */
export type FieldInput = InputSettings &
  (
    | { kind: 'name'; prefix: string; errorTellsRule?: boolean }
    | { kind: 'text'; multiline?: boolean; maxLength?: number; inputMode?: 'numeric'; hint?: MessageKey }
    | { kind: 'number'; unit?: string; hint?: MessageKey }
    | {
        kind: 'select'
        choices: readonly (NamedChoice & { disabled?: boolean })[]
        hint?: MessageKey
        /** One of them is always chosen, also where clients need not send it. */
        always?: boolean
      }
    | { kind: 'switch' }
    | { kind: 'tags' }
    | { kind: 'own'; Input: ComponentType }
  )

/** The kinds of input that hold a value of this type; a custom component may hold any. */
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

/** The inputs that hold a value of this type: a text does not hold a number, which it would send as null. */
export type InputFor<Value> = Extract<FieldInput, { kind: KindFor<Value> | 'own' }>

/** How a field of a resource is shown. */
interface ShownField<Row, Sort extends string = string> {
  label: MessageKey
  /** The value, as text or more; null shows as a dash. */
  show: (row: Row) => ReactNode
  /** The same beside another value of it, where two people have changed it; as it is shown unless given. */
  compare?: (row: Row) => ReactNode
  /** The values are long texts: two of them are compared line by line. */
  isText?: boolean
  /** Leaves it out of the details where there is nothing (null) to show. */
  optional?: boolean
  /** Comes after the others of the details, as ids do: names say more. */
  last?: boolean
  /** Takes the whole width of the details, after the others. */
  wide?: boolean
  /** False where the page shows it elsewhere than among the details. */
  details?: boolean
  /** How the list shows it; without it the list has no such column. */
  column?: Partial<Omit<Column<Row, Sort>, 'id'>>
}

/** A field of a resource: everything that list, detail, expanded row and form need to know about it. */
export interface Field<Row> extends ShownField<Row> {
  input?: FieldInput
}

/** The input of a field, with a codec where what is sent differs from what is read. */
export type Changeable<Value, Sent> = [Value] extends [Sent]
  ? { input: InputFor<Sent> & { codec?: FieldCodec<Value> } }
  : { input: InputFor<Sent> & { codec: FieldCodec<Value> } }

/**
 * The fields of an entity, in the order in which they are shown. Each field of the entity is shown or declared hidden;
 * each that a person can send has an input, with a codec where what is sent differs from what is read. The list sorts by what the
 * contract says that the server can, or by any field where the console has the whole list.
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

/** Fields of any resource, as far as lists and details use them. */
export type ShownFields<Row> = Readonly<
  Record<string, Field<Row> | { label: MessageKey; input: FieldInput } | 'hidden'>
>

const shownOf = <Row,>(fields: ShownFields<Row>): [id: string, field: Field<Row>][] =>
  Object.entries(fields).flatMap(([id, field]) =>
    field !== 'hidden' && 'show' in field ? [[id, field]] : [],
  )

interface ColumnsOptions<Row> {
  /** The last column; without a cell of its own it has the page of the row and its edit mode. */
  actions?: { cell?: (row: Row) => ReactNode; width?: number }
  /** The row expands to `RecordFields`. */
  expands?: boolean
}

/** The columns of the fields that have one. Call it once for a module: a new list of columns renders every row. */
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
  /** The record around it unless given. */
  row?: Row
  /** More of the same, after the fields that share a line. */
  children?: ReactNode
}

/** The details of a record: the fields, each with its label. */
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

/** A field whose value can be copied; left out of the details where there is none. */
export const copyField = <Row,>(label: MessageKey, read: (row: Row) => string | null) => ({
  label,
  optional: true,
  show: (row: Row) => {
    const value = read(row)
    return value && <Copy label={label} value={value} />
  },
})

/** What a record is called, in the list a link to its page. */
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

/** The id of a record, shortened in the list, which hides it by default, because a name says more. */
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

/** A time; among the details with how long ago it was. */
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

/** A number with its unit, in the list at the right. */
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

/** How the tags of a record are shown and chosen. */
export const TAGS = {
  show: ({ tags }: { tags: readonly TagRef[] }) => (tags.length > 0 ? <TagChips tags={tags} /> : null),
  input: { kind: 'tags' } as const,
}
