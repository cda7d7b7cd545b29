import { z } from 'zod'
import { type Device, deviceCreateSchema, deviceInputSchema, labelText } from '#contract/devices'
import { type TagRef, tagRefSchema } from '#contract/tags'
import type { FormCodec } from '../../../components/page/form/codec'

/** One label in a form; a cleared input holds null. */
interface LabelRow {
  name: string | null
  value: string | null
}

/** What the form of a device holds. */
export interface DeviceValues {
  name: string | null
  comment: string | null
  label: LabelRow[]
  tags: TagRef[]
}

/** What the form of a new device holds. */
export interface NewDeviceValues extends DeviceValues {
  serial_number: string | null
  token: string | null
}

// zod's records drop this key without a word.
const labelName = labelText.regex(/^(?!__proto__$)/)

/** Labels as rows, which must not name the same label twice; they are sent as a map. */
const labelRows = z
  .array(z.object({ name: labelName, value: labelText }))
  .superRefine((rows, context) => {
    const seen = new Set<string>()
    for (const [index, { name }] of rows.entries()) {
      if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'] })
      seen.add(name)
    }
  })
  .transform((rows) => Object.fromEntries(rows.map(({ name, value }) => [name, value])))

const formFields = { label: labelRows, tags: deviceInputSchema.shape.tags.pipe(z.array(tagRefSchema)) }
/** The contract's rules for a change, over what the form holds. */
export const editSchema = deviceInputSchema.extend(formFields)
/** The contract's rules for a new device, over what the form holds. */
export const createSchema = deviceCreateSchema.extend(formFields)

const text = (typed: string | null | undefined) => (typed ?? '').trim()
const isComplete = (row: LabelRow) => text(row.name) !== '' && text(row.value) !== ''

const fromForm = (values: DeviceValues): z.input<typeof editSchema> => ({
  name: text(values.name),
  comment: values.comment || null,
  // Rows with an empty name or value are dropped on save. Spec 2, section 5.
  label: values.label.filter(isComplete).map((row) => ({ name: text(row.name), value: text(row.value) })),
  tags: values.tags.map(({ id, name, color }) => ({ id, name, color })),
})

/** Errors name a row among those that are sent; the form counts them all. */
function formPath([field, index, ...rest]: readonly PropertyKey[], { label }: DeviceValues): string {
  if (field !== 'label' || typeof index !== 'number') return [field, index, ...rest].filter(Boolean).join('.')
  const sent = label.flatMap((row, row_index) => (isComplete(row) ? [row_index] : []))
  return [field, sent[index], ...rest].join('.')
}

/** A device and the form that changes it. */
export const deviceCodec: FormCodec<Device, DeviceValues, z.input<typeof editSchema>> = {
  toForm: ({ name, comment, label, tags }) => ({
    name,
    comment,
    label: Object.entries(label ?? {}).map(([name, value]) => ({ name, value })),
    tags,
  }),
  fromForm,
  formPath,
}

/** The form that creates a device. */
export const newDeviceCodec = {
  fromForm: (values: NewDeviceValues): z.input<typeof createSchema> => ({
    ...fromForm(values),
    serial_number: text(values.serial_number),
    token: text(values.token),
  }),
  formPath,
}

/** What POST sends: no `label` when there is none. Spec 2, section 7. */
export function createPayload({ label, ...rest }: z.output<typeof createSchema>) {
  return Object.keys(label).length > 0 ? { ...rest, label } : rest
}
