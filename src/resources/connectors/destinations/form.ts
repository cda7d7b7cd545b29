import { z } from 'zod'
import { transformationSchema } from '#contract/connectors'
import { DESTINATION_IDS, DESTINATIONS, type DestinationId, destinationOf, initialOf } from '.'
import type { DestinationField, Filled } from './destination'
import { msg } from './texts'

const valueSchema = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '')

/** Values of the destination in the form: fields, kept for each destination, and the code if somebody has edited it. */
export const choiceSchema = z.object({
  id: z.enum(DESTINATION_IDS),
  values: z.partialRecord(z.enum(DESTINATION_IDS), z.record(z.string(), valueSchema)),
  code: z.string().nullable(),
})
export type DestinationChoice = z.infer<typeof choiceSchema>

/** Form values of a connector that starts with a destination. */
export const beginningOf = (id: DestinationId): { destination: DestinationChoice } => ({
  destination: {
    id,
    values: Object.fromEntries(DESTINATION_IDS.map((one) => [one, initialOf(destinationOf(one))])),
    code: null,
  },
})

const addressSchema = z.url({ protocol: /^https?$/, hostname: /^[^%*]+$/ })

/** Error of a field; undefined if it is valid. */
function problemOf(field: DestinationField, value: string) {
  const isOptional = 'isOptional' in field && field.isOptional
  const pattern = 'pattern' in field ? field.pattern : undefined
  if (value === '') return isOptional ? undefined : msg('connectors.destinations.errors.required')
  if (field.kind === 'address' && !addressSchema.safeParse(value).success)
    return msg('connectors.destinations.errors.address')
  return pattern && !pattern.test(value) ? msg('connectors.destinations.errors.pattern') : undefined
}

const filledOf = ({ id, values }: DestinationChoice): Filled => values[id] ?? {}

/** The generated code for the filled values. */
export const writtenOf = (choice: DestinationChoice): string =>
  destinationOf(choice.id).write(filledOf(choice))

/** The same, validated: edited code is accepted whatever the fields contain. */
export const destinationSchema = choiceSchema.superRefine((choice, context) => {
  const refuse = (path: string[], text: string) =>
    context.addIssue({ code: 'custom', path, params: { text } })
  const { id, code } = choice
  if (code !== null) {
    if (!transformationSchema.safeParse(code).success)
      refuse(['code'], msg('connectors.destinations.errors.size'))
    return
  }
  for (const field of DESTINATIONS[id].fields) {
    const problem = problemOf(field, filledOf(choice)[field.name] ?? '')
    if (problem) refuse(['values', id, field.name], problem)
  }
})
