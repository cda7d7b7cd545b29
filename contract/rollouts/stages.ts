import { z } from 'zod'
import { idSchema, PATH_MAX_LENGTH } from '../common'
import { DAY } from '../common/durations'
import { rangesAfter, weeklyHoursSchema } from '../common/weekly'
import { knownZone, timezoneSchema } from '../common/zone'

/** Most stages of a roll-out. */
export const STAGES_MAX = 10
/** Most devices of a roll-out. */
export const ROLLOUT_DEVICES_MAX = 50_000
/** Most devices that a roll-out mutes: each mute names a part of them. */
export const MUTED_DEVICES_MAX = 1000
/** Most devices that a call or a stage names. */
export const NAMED_MAX = 1000
/** Longest wait of a gate, in minutes: 30 days. */
const GATE_MINUTES_MAX = 30 * 24 * 60

const count = z.int('must be a whole number').min(0, 'must not be negative')

/** Which of the devices that are left belong to a stage. */
const sizeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('count'), count: count.min(1, 'must be at least 1').max(ROLLOUT_DEVICES_MAX) }),
  z
    .object({
      kind: z.literal('share'),
      percent: z.number().gt(0, 'must be above 0').max(100, 'must be at most 100'),
    })
    .describe('Of all devices of the roll-out, at least one'),
  z.object({ kind: z.literal('tag'), tag_id: idSchema.toLowerCase() }),
  z.object({
    kind: z.literal('devices'),
    device_ids: z.array(idSchema.toLowerCase()).min(1, 'is required').max(NAMED_MAX),
  }),
  z.object({ kind: z.literal('rest') }),
])

/** When the next stage begins, and when the roll-out pauses itself instead. */
const gateSchema = z.object({
  kind: z
    .enum(['time', 'person'])
    .default('time')
    .describe('`time`: by itself after the wait; `person`: when somebody says so'),
  minutes: count
    .max(GATE_MINUTES_MAX, 'must be at most 30 days')
    .default(0)
    .describe('Wait since the last device of the stage has concluded'),
  failed_max: count.max(ROLLOUT_DEVICES_MAX).default(0).describe('With more failures it pauses'),
  troubled_max: count
    .max(ROLLOUT_DEVICES_MAX)
    .default(0)
    .describe(
      'With more devices in trouble since the change it pauses: silent, many boots, a value outside of its range, no confirmation',
    ),
})

/** A part of a roll-out. The last gate decides only when it pauses itself. */
const stageSchema = z
  .object({
    size: sizeSchema,
    gate: gateSchema
      .nullable()
      .default(null)
      .describe('Null for none: the next stage begins immediately, and nothing pauses it'),
  })
  .meta({ id: 'RolloutStage' })
export type Stage = z.output<typeof stageSchema>

/** Everything at once, without a gate. */
export const ONE_STAGE: Stage[] = [{ size: { kind: 'rest' }, gate: null }]

export const stagesSchema = z
  .array(stageSchema)
  .min(1, 'must have at least one entry')
  .max(STAGES_MAX, `must have at most ${STAGES_MAX} entries`)

/** Hours in which devices may get what is ordered. */
export const hoursFieldsSchema = weeklyHoursSchema.extend({ timezone: timezoneSchema })
export const hoursSchema = hoursFieldsSchema.refine(({ from, to }) => from !== to, {
  path: ['to'],
  message: 'must not be the same as from',
})
export type Hours = z.output<typeof hoursSchema>

/** A value that must stay in its range after the change. */
export const watchFieldsSchema = z.object({
  path: z.string().min(1, 'is required').max(PATH_MAX_LENGTH).describe('Path of a series'),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
})
export const watchSchema = watchFieldsSchema
  .refine(({ min, max }) => min !== null || max !== null, { path: ['min'], message: 'or max is required' })
  .refine(({ min, max }) => min === null || max === null || min <= max, {
    path: ['max'],
    message: 'must not be below min',
  })
export type Watch = z.output<typeof watchSchema>

/** Whether devices may get something at a time (ms since 1970), until when, or from when on. Both go by the clocks of the zone. */
export function openingAt(hours: Hours | null, now: number): { isOpen: boolean; until: number | null } {
  if (hours === null) return { isOpen: true, until: null }
  const [next] = rangesAfter(hours, knownZone(hours.timezone), now)
  if (!next) return { isOpen: false, until: now + DAY }
  return next.from <= now ? { isOpen: true, until: next.until } : { isOpen: false, until: next.from }
}

/** A device that may belong to a roll-out. */
export interface Candidate {
  id: string
  tagIds: readonly string[]
}

/**
 * The stage of each device, counted from 0; devices that no stage takes belong to none. A stage takes those that are left, in their order.
 */
export function assignStages(
  candidates: readonly Candidate[],
  stages: readonly Stage[],
): Map<string, number> {
  const assigned = new Map<string, number>()
  const named = new Set(stages.flatMap(({ size }) => (size.kind === 'devices' ? size.device_ids : [])))
  const isFree = ({ id }: Candidate) => !assigned.has(id)
  for (const [number, { size }] of stages.entries()) {
    const take = (some: readonly Candidate[]) => {
      for (const { id } of some) assigned.set(id, number)
    }
    // Devices that a stage names wait for it.
    const free = candidates.filter((one) => isFree(one) && (size.kind === 'devices' || !named.has(one.id)))
    if (size.kind === 'rest') take(free)
    if (size.kind === 'count') take(free.slice(0, size.count))
    if (size.kind === 'share')
      take(free.slice(0, Math.max(1, Math.ceil((candidates.length * size.percent) / 100))))
    if (size.kind === 'tag') take(free.filter(({ tagIds }) => tagIds.includes(size.tag_id)))
    if (size.kind === 'devices') {
      const wanted = new Set(size.device_ids)
      take(free.filter(({ id }) => wanted.has(id)))
    }
  }
  return assigned
}
