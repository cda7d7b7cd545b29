import { z } from 'zod'
import { ruleNameSchema } from '../alerts'
import { endpoint, idSchema, timeSchema, timezoneSchema, versionSchema, weeklyHoursSchema } from '../common'
import { callsOf, entity } from '../entity'
import { SHIFTS_CAPABILITY } from './capability'

/** Most shifts of a space, of hours of one, and of people who take turns in them. */
export const SHIFTS_MAX = 50
export const SHIFT_ENTRIES_MAX = 30
export const SHIFT_PEOPLE_MAX = 30

const entrySchema = weeklyHoursSchema
  .extend({
    user_ids: z
      .array(idSchema.toLowerCase())
      .min(1, 'is required')
      .max(SHIFT_PEOPLE_MAX, `must have at most ${SHIFT_PEOPLE_MAX} people`)
      .describe('People of the space, who take turns: each has these hours for a week'),
  })
  .meta({ id: 'ShiftHours' })

/** Hours in an answer: the people of a shift in a file of a space may all be unknown where it is restored. */
const shownEntrySchema = entrySchema.extend({ user_ids: z.array(idSchema) }).meta({ id: 'ShiftHoursShown' })

const entriesSchema = z
  .array(entrySchema)
  .min(1, 'must have at least one entry')
  .max(SHIFT_ENTRIES_MAX, `must have at most ${SHIFT_ENTRIES_MAX} entries`)

const daySchema = z.iso.date('must be a date like 2026-01-31')

/** Who is notified when: hours of the week, and the people who have them. Rules, "Alerts". */
export const shiftEntity = entity({
  name: 'shift',
  plural: 'shifts',
  title: 'Alerts',
  isNameUnique: true,
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: ruleNameSchema },
    timezone: { read: z.string(), input: timezoneSchema },
    starts_on: {
      read: daySchema,
      input: daySchema.describe('The day on which the week of the first person of each entry begins'),
    },
    entries: { read: z.array(shownEntrySchema), input: entriesSchema },
    /** All rules of the space notify it, as if each named it. */
    every_rule: { read: z.boolean().default(false), input: z.boolean(), initial: false },
    created_at: { read: timeSchema },
    version: { read: versionSchema },
  },
})
export type Shift = z.infer<typeof shiftEntity.schema>
export type ShiftCreate = z.infer<typeof shiftEntity.create>
export type ShiftUpdate = z.infer<typeof shiftEntity.update>

const calls = callsOf(shiftEntity)
const shared = { capability: SHIFTS_CAPABILITY } as const

/** Shifts of a space, which alert rules and their escalations notify. Rules, "Alerts". */
export const shiftsApi = {
  list: endpoint({ ...calls.list, ...shared, summary: 'List the shifts of a space' }),
  create: endpoint({ ...calls.create, ...shared, summary: 'Create a shift' }),
  get: endpoint({ ...calls.get, ...shared }),
  update: endpoint({ ...calls.update, ...shared, summary: 'Update a shift; what is not sent is kept' }),
  delete: endpoint({
    ...calls.delete,
    ...shared,
    summary: 'Delete a shift; rules that notify it notify the admins of the space instead',
  }),
}
