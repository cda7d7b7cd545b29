import { z } from 'zod'
import { type Device, LABELS_MAX, labelName, labelText } from '#contract/devices'
import { msg } from './texts'

/** One label in a form; a cleared input holds null. */
export interface LabelRow {
  name: string | null
  value: string | null
}

const isComplete = ({ name, value }: LabelRow) => Boolean(name?.trim() && value?.trim())

/** Converts between the labels of a device, which are a map, and the rows of the form, whose names must be unique. */
export const labelCodec = {
  toForm: (label: Device['label']): LabelRow[] =>
    Object.entries(label ?? {}).map(([name, value]) => ({ name, value })),
  // Rows with an empty name or value are dropped on save. Rules, "Devices".
  fromForm: (rows: LabelRow[]) => rows.filter(isComplete),
  schema: z
    .array(z.object({ name: labelName, value: labelText }))
    .superRefine((rows, context) => {
      if (rows.length > LABELS_MAX)
        context.addIssue({
          code: 'custom',
          path: [LABELS_MAX, 'name'],
          params: { text: msg('devices.errors.tooManyLabels'), max: LABELS_MAX },
        })
      const seen = new Set<string>()
      for (const [index, { name }] of rows.entries()) {
        if (seen.has(name))
          context.addIssue({
            code: 'custom',
            path: [index, 'name'],
            params: { text: msg('devices.errors.duplicateLabel') },
          })
        seen.add(name)
      }
    })
    .transform((rows) => Object.fromEntries(rows.map(({ name, value }) => [name, value]))),
  /** Errors count only the sent rows; the form counts all of them. */
  formPath([index, ...rest]: readonly PropertyKey[], rows: LabelRow[]): string {
    const sent = rows.flatMap((row, rowIndex) => (isComplete(row) ? [rowIndex] : []))
    return [typeof index === 'number' ? sent[index] : index, ...rest]
      .filter((part) => part !== undefined)
      .join('.')
  },
}
