import { z } from 'zod'
import { transformationSchema } from '#contract/connectors'
import { DESTINATION_IDS, DESTINATIONS, type DestinationId, destinationOf, initialOf } from '.'
import type { DestinationField, Filled } from './destination'
import { msg } from './texts'

const valueSchema = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '')

/** What the form holds of the destination: its fields, kept for each, and the code where somebody has edited it. */
export const choiceSchema = z.object({
  id: z.enum(DESTINATION_IDS),
  values: z.partialRecord(z.enum(DESTINATION_IDS), z.record(z.string(), valueSchema)),
  code: z.string().nullable(),
})
export type DestinationChoice = z.infer<typeof choiceSchema>

/** The form of a connector that begins with a destination. */
export const beginningOf = (id: DestinationId): { destination: DestinationChoice } => ({
  destination: {
    id,
    values: Object.fromEntries(DESTINATION_IDS.map((one) => [one, initialOf(destinationOf(one))])),
    code: null,
  },
})

const addressSchema = z.url({ protocol: /^https?$/, hostname: /^[^%*]+$/ })

/** What is wrong with a field; undefined where nothing is. */
function problemOf(field: DestinationField, value: string) {
  const isOptional = 'isOptional' in field && field.isOptional
  const pattern = 'pattern' in field ? field.pattern : undefined
  if (value === '') return isOptional ? undefined : msg('connectors.destinations.errors.required')
  if (field.kind === 'address' && !addressSchema.safeParse(value).success)
    return msg('connectors.destinations.errors.address')
  return pattern && !pattern.test(value) ? msg('connectors.destinations.errors.pattern') : undefined
}

const filledOf = ({ id, values }: DestinationChoice): Filled => values[id] ?? {}

/** The code that a destination writes with what is filled in so far. */
export const writtenOf = (choice: DestinationChoice): string =>
  destinationOf(choice.id).write(filledOf(choice))

/** The same, checked: code that somebody has edited is theirs, whatever the fields hold. */
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
