import type { RaRecord } from 'react-admin'
import { z } from 'zod'
import { innermost, nameSchema, TEXT_MAX_LENGTH } from '#contract/common'
import type { Entity, EntityField } from '#contract/entity'
import { type TextGroup, textOf } from '../../i18n'
import type { MessageKey } from '../../i18n/translate'
import {
  type Changeable,
  copyField,
  type Field,
  type FieldInput,
  type InputFor,
  idField,
  nameField,
  numberField,
  timeField,
} from './fields'
import { OwnNameLink } from './RowActions'

type RowOf<Of extends Entity> = z.output<Of['schema']> & RaRecord & { id: string; name: string }
type ReadOf<Of extends Entity> = z.output<Of['schema']>
type SentOf<Of extends Entity> = z.output<Of['create']>
type ReadName<Of extends Entity> = keyof ReadOf<Of> & string
/** Fields that are sent but never read. */
type SentOnly<Of extends Entity> = Exclude<keyof SentOf<Of> & string, keyof ReadOf<Of>>

/** Fields that are hidden unless a page shows them. */
const UNSEEN = ['space_id', 'version'] as const
type Unseen = (typeof UNSEEN)[number]

/** Whether a default view and input exist for a value, as for texts and numbers. */
type IsPlain<Value> = [Value] extends [string | null]
  ? string extends Value
    ? true
    : false
  : [Value] extends [number | null]
    ? true
    : false

/** Fields for which the page must define view and input. */
type Special<Of extends Entity> = {
  [Name in ReadName<Of>]: IsPlain<ReadOf<Of>[Name]> extends true ? never : Name
}[ReadName<Of>]

type Shown<Row> = Partial<
  Pick<Field<Row>, 'label' | 'show' | 'compare' | 'isText' | 'optional' | 'last' | 'wide' | 'details'>
>

/** The fields by which the server can sort a list, or `all` if the console has the whole list. */
type Sorts = readonly string[] | 'all'
type SortOf<Of extends Entity, By extends Sorts> = By extends readonly string[] ? By[number] : ReadName<Of>

/** A page's own settings of a field. */
type OwnField<Of extends Entity, By extends Sorts, Name extends keyof ReadOf<Of>> = Shown<RowOf<Of>> & {
  /** The value can be copied. The list has no column for it by default. */
  copied?: true
  /** Overrides the column; null removes it. */
  column?:
    | (Omit<NonNullable<Field<RowOf<Of>>['column']>, 'sortBy'> & { sortBy?: SortOf<Of, By> | undefined })
    | null
} & (Name extends keyof SentOf<Of>
    ? Name extends Special<Of>
      ? Changeable<ReadOf<Of>[Name], SentOf<Of>[Name]> | { /** It is changed elsewhere. */ input: null }
      : Partial<Changeable<ReadOf<Of>[Name], SentOf<Of>[Name]>>
    : { input?: never })

type OwnFields<Of extends Entity, By extends Sorts, Hidden> = {
  readonly [Name in Exclude<ReadName<Of>, Special<Of> | Hidden>]?: OwnField<Of, By, Name>
} & {
  readonly [Name in Exclude<Special<Of>, Hidden>]: OwnField<Of, By, Name>
} & {
  readonly [Name in SentOnly<Of>]?: { input: InputFor<SentOf<Of>[Name]> }
} & {
  readonly [Name in SentOnly<Of> as IsPlain<SentOf<Of>[Name]> extends true ? never : Name]: unknown
}

/** Fields that need a label. */
type Labelled<Of extends Entity, Hidden> = Exclude<
  (keyof ReadOf<Of> | keyof SentOf<Of>) & string,
  Hidden | Unseen
>

type EntityFields<Of extends Entity, Hidden> = {
  readonly [Name in ReadName<Of>]: Name extends Hidden | Unseen ? 'hidden' : Field<RowOf<Of>>
} & {
  readonly [Name in SentOnly<Of>]: { label: MessageKey; input: FieldInput }
}

/** The default input of a field. */
function inputOf(name: string, rule: z.core.$ZodType, { unit }: EntityField): FieldInput {
  if (rule === nameSchema) return { kind: 'name', prefix: `${name}-` }
  if (rule instanceof z.ZodNumber) return { kind: 'number', unit }
  const maxLength = rule instanceof z.ZodString ? rule.maxLength : null
  if (maxLength === null || maxLength <= TEXT_MAX_LENGTH) return { kind: 'text' }
  return { kind: 'text', multiline: true, maxLength }
}

/** The default view of a field. */
function plainField<Row extends RaRecord & { id: string; name: string }>(
  name: string,
  label: MessageKey,
  { read, unit }: EntityField,
  isCopied: boolean,
): Omit<Field<Row>, 'input'> {
  const text = (row: Row) => {
    const value: unknown = row[name]
    return typeof value === 'string' ? value : null
  }
  if (name === 'id') return idField<Row, string>(label, { sortBy: 'id' })
  if (name === 'name') return nameField(label, 'name', (row) => row.name)
  const rule = read && innermost(read)
  if (isCopied || rule instanceof z.ZodGUID) return copyField(label, text)
  if (rule instanceof z.ZodISODateTime) return timeField<Row, string>(label, text, { sortBy: name })
  // Lists are shown by the page and cannot be sorted.
  if (rule instanceof z.ZodArray || rule instanceof z.ZodRecord) return { label, show: text }
  if (!(rule instanceof z.ZodNumber)) return { label, show: text, column: { sortBy: name } }
  const number = (row: Row) => {
    const value: unknown = row[name]
    return typeof value === 'number' ? value : null
  }
  const { input: _, ...field } = numberField<Row, string>(label, number, { unit, column: { sortBy: name } })
  return field
}

/**
 * The fields of an entity, with labels from the text group, and views and inputs from the contract. A page's own
 * settings take precedence and come first, in its order; values that are neither text nor number require them.
 * @param sorts fields by which the list can be sorted; other columns have no sort arrow
 * @param hidden fields that the page does not show
 */
export function entityFields<
  Of extends Entity,
  const By extends Sorts,
  const Hidden extends ReadName<Of> = never,
>(
  entity: Of,
  sorts: By,
  labels: TextGroup<Labelled<Of, Hidden>>,
  given: OwnFields<Of, By, Hidden>,
  hidden: readonly Hidden[] = [],
): EntityFields<Of, Hidden> {
  type Own = Omit<Partial<Field<RowOf<Of>>>, 'column' | 'input'> & {
    column?: Field<RowOf<Of>>['column'] | null
    input?: FieldInput | null
    copied?: true
  }
  const own = new Map<string, Own>(Object.entries(given))
  const unseen = new Set<string>([...UNSEEN, ...hidden])
  const fieldOf = (name: string, field: EntityField) => {
    if (unseen.has(name)) return 'hidden'
    const special = own.get(name) ?? {}
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loop over the fields
    const label = special.label ?? textOf(labels, name as Labelled<Of, Hidden>)
    const { copied = false, input: ownInput, column: ownColumn, ...page } = special
    const rule = field.input ?? field.create
    const input = ownInput === undefined ? rule && inputOf(entity.name, innermost(rule), field) : ownInput
    if (!field.read) return { label, input }
    const { column: plainColumn, ...shown } = plainField<RowOf<Of>>(name, label, field, copied)
    const taken = name === 'name' && entity.isNameUnique ? input?.taken : undefined
    const marked = taken && {
      cell: (row: RowOf<Of>) => <OwnNameLink id={row.id} name={row.name} taken={taken} />,
    }
    const isSortable = sorts === 'all' || sorts.includes(name)
    const hasColumn = ownColumn !== null && (ownColumn ?? plainColumn)
    return {
      ...shown,
      ...page,
      ...(input && { input }),
      ...(hasColumn && {
        column: { ...plainColumn, ...(!isSortable && { sortBy: undefined }), ...marked, ...ownColumn },
      }),
    }
  }
  const names = new Set([...own.keys(), ...Object.keys(entity.fields)])
  const all = new Map(Object.entries<EntityField>(entity.fields))
  const made = Object.fromEntries([...names].map((name) => [name, fieldOf(name, all.get(name) ?? {})]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loop over the fields
  return made as EntityFields<Of, Hidden>
}
