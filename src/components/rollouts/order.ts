import { z } from 'zod'
import { DEFAULT_FIRMWARE_TARGET } from '#contract/firmware'
import { commandsOf, containsConfigSave } from '#contract/messages'
import { type OrderKind, orderSchema, type RolloutOrder } from '#contract/rollouts'
import { parseJson } from '../json/parseJson'
import { msg } from './texts'

/** What people can order; rollbacks are made from a roll-out. */
export const ORDER_KINDS = ['config', 'settings', 'shell', 'data', 'firmware', 'records', 'mute'] as const
type ChosenKind = (typeof ORDER_KINDS)[number]

/** A row of a form with a name and a value; a cleared input holds null. */
export interface NamedRow {
  name: string | null
  value: string | null
}

/** Values of an order in the form. They cover all kinds, so that a change of kind loses none. */
export interface OrderValues {
  kind: ChosenKind
  /** Commands, one per line, or JSON. */
  config: string
  settings: NamedRow[]
  template_id: string | null
  /** Commands, one per line. */
  shell: string
  /** JSON. */
  data: string
  firmware: string | null
  target: string | null
  /** The firmware that is known in the space, or was confirmed as new. */
  confirmed: string | null
  add_tags: string[]
  remove_tags: string[]
  set_labels: NamedRow[]
  remove_labels: string | null
  changesComment: boolean
  comment: string | null
  ends_at: string | null
  note: string | null
}

/** Form values of a record with an order. */
export interface OrderedValues {
  order: OrderValues
}

const EMPTY_ROW: NamedRow = { name: null, value: null }

/** Form values of a new order. */
export const NEW_ORDER: OrderValues = {
  kind: 'config',
  config: '',
  settings: [EMPTY_ROW],
  template_id: null,
  shell: '',
  data: '',
  firmware: null,
  target: DEFAULT_FIRMWARE_TARGET,
  confirmed: null,
  add_tags: [],
  remove_tags: [],
  set_labels: [],
  remove_labels: null,
  changesComment: false,
  comment: null,
  ends_at: null,
  note: null,
}

/** The value of `confirmed` for a firmware that is known, or was confirmed as new. */
export const confirmationOf = (firmware: unknown, target: unknown) => `${String(firmware)} ${String(target)}`

const indented = (value: unknown) => JSON.stringify(value, null, 2)

/** The commands of a body that is a list of texts; undefined for any other. */
export function commandsIn(body: unknown): string[] | undefined {
  const { success, data } = z.array(z.string()).safeParse(body)
  return success ? data : undefined
}

const textOf = (body: unknown) => commandsIn(body)?.join('\n') ?? indented(body)

const rowsOf = (values: Readonly<Record<string, string | null>>): NamedRow[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** The form values of an order. */
function valuesOf(order: RolloutOrder): Partial<OrderValues> {
  switch (order.kind) {
    case 'config':
      return { kind: 'config', config: textOf(order.body) }
    case 'shell':
      return { kind: 'shell', shell: textOf(order.body) }
    case 'data':
      return { kind: 'data', data: indented(order.body) }
    case 'settings':
      return { kind: 'settings', settings: rowsOf(order.settings), template_id: order.template_id ?? null }
    case 'firmware':
      return {
        kind: 'firmware',
        firmware: order.firmware,
        target: order.target,
        confirmed: confirmationOf(order.firmware, order.target),
      }
    case 'records':
      return {
        kind: 'records',
        add_tags: order.add_tags,
        remove_tags: order.remove_tags,
        set_labels: rowsOf(order.set_labels),
        remove_labels: order.remove_labels.join(', ') || null,
        changesComment: order.comment !== undefined,
        comment: order.comment ?? null,
      }
    case 'mute':
      return { kind: 'mute', ends_at: order.ends_at, note: order.note ?? null }
    case 'rollback':
      return {}
  }
}

const isNamed = ({ name }: NamedRow) => Boolean(name?.trim())
const isWhole = ({ name, value }: NamedRow) => Boolean(name?.trim() && value?.trim())

/** The body of a config message: commands, or JSON if it looks like it; undefined if that is not JSON. */
const configOf = (typed: string) => (/^\s*[[{]/.test(typed) ? parseJson(typed) : commandsOf(typed))

/** An order with the texts that were typed. */
type Draft =
  | { kind: 'config' | 'shell' | 'data'; body: unknown; typed: string }
  | { kind: 'settings'; rows: NamedRow[]; template_id: string | null }
  | { kind: 'firmware'; firmware: string; target: string; confirmed: string | null }
  | Record<string, unknown>

function draftOf(values: OrderValues): Draft & { kind: ChosenKind } {
  const { kind } = values
  switch (kind) {
    case 'config':
      return { kind, body: configOf(values.config), typed: values.config }
    case 'shell':
      return { kind, body: commandsOf(values.shell), typed: values.shell }
    case 'data':
      return { kind, body: parseJson(values.data), typed: values.data }
    case 'settings':
      return { kind, rows: values.settings.filter(isNamed), template_id: values.template_id }
    case 'firmware':
      return {
        kind,
        firmware: (values.firmware ?? '').trim(),
        target: values.target ?? '',
        confirmed: values.confirmed,
      }
    case 'records':
      return {
        kind,
        add_tags: values.add_tags,
        remove_tags: values.remove_tags,
        rows: values.set_labels.filter(isWhole),
        remove_labels: (values.remove_labels ?? '')
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
        ...(values.changesComment && { comment: values.comment || null }),
      }
    case 'mute':
      return { kind, ends_at: values.ends_at, note: values.note || null }
  }
}

type Context = z.core.$RefinementCtx

const refuse = (context: Context, path: (string | number)[], text: Parameters<typeof msg>[0]) =>
  context.addIssue({ code: 'custom', path, params: { text: msg(text) } })

const rowSchema = z.object({ name: z.string(), value: z.string().nullable() })

/** The rows as an object; their names must be unique. */
function objectOf(
  rows: unknown,
  context: Context,
  text: 'rollouts.errors.sameSetting' | 'rollouts.errors.sameLabel',
): Record<string, string | null> {
  const read = z.array(rowSchema).parse(rows)
  const values: Record<string, string | null> = {}
  for (const [index, { name, value }] of read.entries()) {
    if (Object.hasOwn(values, name.trim())) refuse(context, ['rows', index, 'name'], text)
    values[name.trim()] = value?.trim() || null
  }
  return values
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** An order of the form, with its own error texts, and then the contract's rules. */
const typedOrder = z
  .looseObject({ kind: z.enum(ORDER_KINDS) })
  .transform((draft, context): unknown => {
    const { typed, rows, confirmed, ...order } = draft
    switch (draft.kind) {
      case 'config':
      case 'shell':
      case 'data':
        if (String(typed).trim() === '' || (draft.kind !== 'data' && isEmpty(order.body)))
          context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, path: ['body'], input: '' })
        else if (order.body === undefined) refuse(context, ['body'], 'rollouts.errors.json')
        else if (draft.kind === 'config' && containsConfigSave(order.body))
          refuse(context, ['body'], 'rollouts.errors.configSave')
        return order
      case 'settings': {
        const settings = objectOf(rows, context, 'rollouts.errors.sameSetting')
        if (isEmpty(settings)) refuse(context, ['rows', 0, 'name'], 'rollouts.errors.tooFew')
        return { ...order, settings }
      }
      case 'firmware':
        if (order.firmware && confirmationOf(order.firmware, order.target) !== confirmed)
          refuse(context, ['confirmed'], 'rollouts.errors.newFirmware')
        return order
      case 'records': {
        const set_labels = objectOf(rows, context, 'rollouts.errors.sameLabel')
        const parts = [order.add_tags, order.remove_tags, order.remove_labels, set_labels]
        if (!('comment' in order) && parts.every(isEmpty))
          refuse(context, ['add_tags'], 'rollouts.errors.noChange')
        return { ...order, set_labels }
      }
      case 'mute':
        return order
    }
  })
  .pipe(orderSchema)

const rowsField = ({ kind }: OrderValues) => (kind === 'settings' ? 'settings' : 'set_labels')

/** Place in the form of the nth sent row. */
function rowAt(values: OrderValues, sent: number): number {
  const isSent = values.kind === 'settings' ? isNamed : isWhole
  const places = values[rowsField(values)].flatMap((row, index) => (isSent(row) ? [index] : []))
  return places[sent] ?? 0
}

/** Converts an order between the form and the server. */
export const orderCodec = {
  toForm: (order: RolloutOrder): OrderValues => ({ ...NEW_ORDER, ...valuesOf(order) }),
  fromForm: (values: OrderValues) => draftOf(values),
  schema: typedOrder,
  formPath: ([first, index, ...rest]: readonly PropertyKey[], values: OrderValues): string => {
    if (first === 'body') return values.kind
    if (first === 'rows' && typeof index === 'number')
      return [rowsField(values), rowAt(values, index), ...rest].join('.')
    if (first === 'settings' || first === 'set_labels') return `${first}.0.name`
    return first === undefined ? 'kind' : String(first)
  },
}

/** The order that is typed; null while part of it is missing or invalid. */
export function orderOf(values: OrderValues): RolloutOrder | null {
  return typedOrder.safeParse(draftOf(values)).data ?? null
}

/** Whether a form can show an order. */
export const isTypable = ({ kind }: { kind: OrderKind }): boolean => kind !== 'rollback'
