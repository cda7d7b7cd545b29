import type { RaRecord } from 'react-admin'
import { z } from 'zod'
import { nameSchema, TEXT_MAX_LENGTH } from '#contract/common'
import type { Entity, EntityField } from '#contract/entity'
import { type TextGroup, type TextKey, textOf } from '../../i18n'
import {
  copyField,
  type Field,
  type FieldCodec,
  type FieldInput,
  type InputFor,
  idField,
  nameField,
  numberField,
  timeField,
} from './fields'
import { innermost } from './form'

type RowOf<Of extends Entity> = z.output<Of['schema']> & RaRecord & { id: string; name: string }
type ReadOf<Of extends Entity> = z.output<Of['schema']>
type SentOf<Of extends Entity> = z.output<Of['create']>

/** Fields that no page shows unless it asks for them. */
const UNSEEN = ['space_id', 'version'] as const
type Unseen = (typeof UNSEEN)[number]

/** Whether a value itself says how it is shown and typed, as texts and numbers do. */
type IsPlain<Value> = [Value] extends [string | null]
  ? string extends Value
    ? true
    : false
  : [Value] extends [number | null]
    ? true
    : false

type Special<Of extends Entity> = {
  [Name in keyof ReadOf<Of> & string]: IsPlain<ReadOf<Of>[Name]> extends true ? never : Name
}[keyof ReadOf<Of> & string]

/** What a page says of a field itself. */
type OwnField<Of extends Entity, Name extends keyof ReadOf<Of>> =
  | 'hidden'
  | (Partial<Pick<Field<RowOf<Of>>, 'show' | 'optional' | 'wide' | 'details'>> & {
      /** What differs of its column; null where the list has none. */
      column?: Field<RowOf<Of>>['column'] | null
      input?: Name extends keyof SentOf<Of>
        ? InputFor<SentOf<Of>[Name]> & { codec?: FieldCodec<ReadOf<Of>[Name]> }
        : never
    })

type OwnFields<Of extends Entity> = {
  readonly [Name in Exclude<keyof ReadOf<Of> & string, Special<Of>>]?: OwnField<Of, Name>
} & {
  readonly [Name in Special<Of>]: OwnField<Of, Name>
}

/** The input of a field that a person can set. */
function inputOf(name: string, rule: z.core.$ZodType, { unit }: EntityField): FieldInput {
  if (rule === nameSchema) return { kind: 'name', prefix: `${name}-` }
  if (rule instanceof z.ZodNumber) return { kind: 'number', unit }
  const maxLength = rule instanceof z.ZodString ? rule.maxLength : null
  if (maxLength === null || maxLength <= TEXT_MAX_LENGTH) return { kind: 'text' }
  return { kind: 'text', multiline: true, maxLength }
}

/** The fields that have a label. */
export type LabelledField<Of extends Entity> = Exclude<(keyof ReadOf<Of> | keyof SentOf<Of>) & string, Unseen>

type EntityFields<Of extends Entity> = {
  readonly [Name in keyof ReadOf<Of> & string]: Field<RowOf<Of>> | 'hidden'
} & {
  readonly [Name in Exclude<keyof SentOf<Of> & string, keyof ReadOf<Of>>]: {
    label: TextKey
    input: FieldInput
  }
}

/** How a field is shown of which the page says nothing. */
function plainField<Row extends RaRecord & { id: string; name: string }>(
  name: string,
  label: TextKey,
  { read, unit }: EntityField,
): Omit<Field<Row>, 'input'> {
  const text = (row: Row) => {
    const value: unknown = row[name]
    return typeof value === 'string' ? value : null
  }
  if (name === 'id') return idField(label, { sortBy: 'id' })
  if (name === 'name') return nameField(label, 'name', (row) => row.name)
  const rule = read && innermost(read)
  if (rule instanceof z.ZodGUID) return copyField(label, text)
  if (rule instanceof z.ZodISODateTime) return timeField(label, text, { sortBy: name })
  if (!(rule instanceof z.ZodNumber)) return { label, show: text, column: { sortBy: name } }
  const number = (row: Row) => {
    const value: unknown = row[name]
    return typeof value === 'number' ? value : null
  }
  const { input: _, ...field } = numberField(label, number, { unit, column: { sortBy: name } })
  return field
}

/**
 * The fields of an entity, labelled by the group's texts of their names, shown and typed as the contract says. What a page
 * says itself takes precedence, and comes first, in the page's order; what is neither a text nor a number needs it.
 */
export function entityFields<Of extends Entity>(
  entity: Of,
  labels: TextGroup<LabelledField<Of>>,
  given: OwnFields<Of>,
): EntityFields<Of> {
  type Own = Omit<Partial<Field<RowOf<Of>>>, 'column'> & { column?: Field<RowOf<Of>>['column'] | null }
  const own = new Map<string, Own | 'hidden'>(Object.entries(given))
  const fieldOf = (name: string, field: EntityField) => {
    const special = own.get(name) ?? (UNSEEN.some((unseen) => unseen === name) ? 'hidden' : {})
    if (special === 'hidden') return special
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loop over the fields
    const label = textOf(labels, name as LabelledField<Of>)
    const rule = field.input ?? field.create
    const input = rule && inputOf(entity.name, innermost(rule), field)
    if (!field.read) return { label, input: special.input ?? input }
    const shown = plainField<RowOf<Of>>(name, label, field)
    const column = special.column === null ? undefined : { ...shown.column, ...special.column }
    return { ...shown, ...(input && { input }), ...special, column }
  }
  const names = new Set([...own.keys(), ...Object.keys(entity.fields)])
  const all = new Map(Object.entries<EntityField>(entity.fields))
  const made = Object.fromEntries([...names].map((name) => [name, fieldOf(name, all.get(name) ?? {})]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return made as EntityFields<Of>
}
