import { z } from 'zod'
import { transformationSchema } from '#contract/connectors'
import { DESTINATION_IDS, DESTINATIONS, type DestinationId, destinationOf, initialOf } from '.'
import { channelProblem, tokenProblem } from './channels'
import { channelField, type DestinationField, type Filled, tokenName, variable } from './destination'
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

/** What a person types for a channel; never in a draft. */
export const typedSchema = z.object({ secret: valueSchema, token: valueSchema })
export type Typed = z.infer<typeof typedSchema>
export const NOTHING_TYPED: Typed = { secret: '', token: '' }

/** Form values of a connector that starts with a destination. */
export const beginningOf = (id: DestinationId): { destination: DestinationChoice; typed: Typed } => ({
  destination: {
    id,
    values: Object.fromEntries(DESTINATION_IDS.map((one) => [one, initialOf(destinationOf(one))])),
    code: null,
  },
  typed: NOTHING_TYPED,
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

/** Whether the person types the address or key of the channel; otherwise they have chosen a variable. */
export const isTyped = (choice: DestinationChoice): boolean =>
  channelField(destinationOf(choice.id)) !== undefined && filledOf(choice)['from'] !== 'variable'

/** Refuses an address or key that does not fit the channel. Edited code may do without. */
export function checkTyped(
  { destination, typed }: { destination: DestinationChoice; typed: Typed },
  context: z.RefinementCtx,
): void {
  const channel = channelField(destinationOf(destination.id))?.channel
  if (!channel || !isTyped(destination)) return
  const refuse = (name: keyof Typed, text: string) =>
    context.addIssue({ code: 'custom', path: ['typed', name], params: { text } })
  if (typed.secret === '') {
    if (destination.code === null) refuse('secret', msg('connectors.destinations.errors.required'))
    return
  }
  const problem = channelProblem(channel, typed.secret)
  if (problem) refuse('secret', msg(`connectors.destinations.problems.${problem}`))
  const fault = tokenProblem(typed.token)
  if (fault) refuse('token', msg(`connectors.destinations.problems.${fault}`))
}

/** Code that reads another variable. */
const renamed = (code: string, from: string, to: string) => code.replaceAll(variable(from), variable(to))

/** The same choice with the secret in another variable. */
export function withSecret(choice: DestinationChoice, name: string): DestinationChoice {
  const filled = filledOf(choice)
  const before = filled['secret'] ?? name
  return {
    ...choice,
    values: { ...choice.values, [choice.id]: { ...filled, secret: name } },
    code:
      choice.code === null || before === name
        ? choice.code
        : renamed(renamed(choice.code, tokenName(before), tokenName(name)), before, name),
  }
}
