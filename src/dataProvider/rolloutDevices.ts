import { z } from 'zod'
import { memberSchema, rolloutsApi } from '#contract/rollouts'

/** A device of a roll-out as a row of a list; its id is that of the device. */
const rowSchema = memberSchema.transform((member) => ({ ...member, id: member.device_id }))
export type MemberRow = z.output<typeof rowSchema>

/** The list of a roll-out's devices, whose filter has the `rolloutId`. */
export const rolloutDevices = { ...rolloutsApi.devices, answer: z.array(rowSchema) }
