import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { innermost } from '#contract/common'
import type { MessageKey } from '../../i18n/translate'
import { type FieldMessages, type FieldView, nameMessages } from '../form'
import type { FieldCodec, FieldInput } from './fields'

/** The parts of fields that forms use. */
export type InputFields = Readonly<
  Record<
    string,
    | {
        label: MessageKey
        /** Methods, so that each resource can use its own record type. */
        show?(row: RaRecord): ReactNode
        compare?(row: RaRecord): ReactNode
        isText?: boolean
        input?: FieldInput & { codec?: FieldCodec }
      }
    | 'hidden'
  >
>

export interface FormField {
  source: string
  label: MessageKey
  input: FieldInput & { codec?: FieldCodec }
  isRequired: boolean
  /** Keyboard for a number on a phone. */
  keyboard: 'numeric' | 'decimal' | 'text'
}

/** The keyboard for a number with this rule. Numeric keyboards have no minus sign on some phones. */
function keyboardOf(optional: z.core.$ZodType): FormField['keyboard'] {
  const rule = innermost(optional)
  if (!(rule instanceof z.ZodNumber) || (rule.minValue ?? -1) < 0) return 'text'
  return rule.isInt ? 'numeric' : 'decimal'
}

/** The default initial value in a create form. */
const emptyOf = ({ kind }: FieldInput) => {
  if (kind === 'tags') return []
  return kind === 'switch' ? false : null
}

/** The fields of a form: those in its schema, in the order of the definition. */
export const fieldsOf = (fields: InputFields, schema: z.ZodObject): FormField[] =>
  Object.entries(fields).flatMap(([source, field]) => {
    const rule = schema.shape[source]
    if (!rule || field === 'hidden' || !field.input) return []
    // A cleared input holds null.
    const isRequired = !rule.safeParse(null).success
    return { source, label: field.label, input: field.input, isRequired, keyboard: keyboardOf(rule) }
  })

/** The label of a field; undefined if the field is hidden. */
export function labelOf(fields: InputFields, name: string): MessageKey | undefined {
  const field = fields[name]
  return field === 'hidden' ? undefined : field?.label
}

/** How to show a field in comparison with another value. Errors: there is no such field. */
export function viewOf(fields: InputFields, name: string): FieldView {
  const field = fields[name]
  if (!field || field === 'hidden') throw new Error(`There is no field ${name}`)
  const { label, isText } = field
  const show = (row: RaRecord) => {
    if (field.compare) return field.compare(row)
    return field.show ? field.show(row) : String(row[name] ?? '')
  }
  return { label, isText, show }
}

/** The sent value of a text input; null if it is cleared. */
const textOf = (value: unknown, isMultiline = false) =>
  (typeof value === 'string' && (isMultiline ? value : value.trim())) || null

const isText = ({ kind }: FieldInput) => kind === 'text' || kind === 'name'

/** A form over the contract's schema of the input, made of the schema's fields. */
export function formOf(definitions: InputFields, schema: z.ZodObject) {
  const fields = fieldsOf(definitions, schema)
  const rules = fields.flatMap(({ source, input: { codec } }) =>
    codec?.schema ? [[source, codec.schema]] : [],
  )
  const messages: FieldMessages = {}
  for (const { source, input } of fields) {
    if (input.errors) messages[source] = input.errors
    else if (input.kind === 'name') messages[source] = nameMessages.name
  }
  return {
    /** Initial values of a create form. */
    initial: Object.fromEntries(fields.map(({ source, input }) => [source, input.initial ?? emptyOf(input)])),
    form: {
      // The schema may have its own rules across fields.
      schema: schema.safeExtend(Object.fromEntries(rules)),
      codec: {
        toForm: (row: FieldValues): FieldValues =>
          Object.fromEntries(
            fields.map(({ source, input: { codec } }) => [
              source,
              codec ? codec.toForm(row[source], row) : row[source],
            ]),
          ),
        fromForm: (values: FieldValues): Record<string, unknown> =>
          Object.fromEntries(
            fields.map(({ source, input }) => {
              const value: unknown = values[source]
              if (input.codec) return [source, input.codec.fromForm(value)]
              return [source, isText(input) ? textOf(value, 'multiline' in input && input.multiline) : value]
            }),
          ),
        formPath: ([source, ...path]: readonly PropertyKey[], values: FieldValues) => {
          const codec = fields.find((field) => field.source === source)?.input.codec
          const rest = codec?.formPath ? codec.formPath(path, values[String(source)]) : path.join('.')
          return [String(source), rest].filter(Boolean).join('.')
        },
      },
      messages,
      units: Object.fromEntries(
        fields.flatMap(({ source, input }) =>
          input.kind === 'number' && input.unit !== undefined ? [[source, input.unit]] : [],
        ),
      ),
      // Includes fields that this form lacks now; another choice may add them.
      secrets: Object.entries(definitions).flatMap(([source, field]) =>
        field !== 'hidden' && field.input?.secret ? source : [],
      ),
    },
    taken: Object.fromEntries(
      fields.flatMap(({ source, input: { taken } }) => (taken ? [[source, taken]] : [])),
    ),
  }
}

export interface TabChoice {
  /** Undefined means the first tab. */
  id: string | undefined
}

/** Whether a field belongs to a tab; without a tab, all fields do. */
export const isIn = (tab: TabChoice | undefined) => (field: FormField) => !tab || field.input.tab === tab.id

/** The sources of the inputs in `FormInputs`. */
export const sourcesOf = (fields: InputFields, schema: z.ZodObject, tab?: TabChoice): string[] =>
  fieldsOf(fields, schema)
    .filter(isIn(tab))
    .map(({ source }) => source)
