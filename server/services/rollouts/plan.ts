import { DAY } from '#contract/common/durations'
import {
  assignStages,
  expectedEnd,
  isForDevice,
  type LeftOut,
  leftOutSchema,
  NO_DEVICES,
  type RolloutOrder,
  type Stage,
  type StageEvidence,
  TRIAL_SAMPLE,
  type Trial,
} from '#contract/rollouts'
import type { Found } from './candidates'
import type { RolloutRow } from './rollouts'

/** A device with its stage, or the reason why it is left out. */
export type Planned = { device: Found } & ({ stage: number } | { leftOut: LeftOut })

type Definition = Pick<RolloutRow, 'stages' | 'hours' | 'atOnce' | 'includesSilent'>

/** Whether the records of a device have already what an order gives them. */
function hasRecords({ tagIds, label, comment }: Found, order: Extract<RolloutOrder, { kind: 'records' }>) {
  return (
    order.add_tags.every((id) => tagIds.includes(id)) &&
    !order.remove_tags.some((id) => tagIds.includes(id)) &&
    Object.entries(order.set_labels).every(
      ([name, value]) => Object.hasOwn(label, name) && label[name] === value,
    ) &&
    !order.remove_labels.some((name) => Object.hasOwn(label, name)) &&
    (order.comment === undefined || (order.comment || null) === comment)
  )
}

/** Why a device does not take part; null if it does. */
function reasonOf(device: Found, order: RolloutOrder, { includesSilent }: Definition): LeftOut | null {
  if (order.kind === 'records') return hasRecords(device, order) ? 'has_it' : null
  if (!isForDevice(order)) return null
  if (!device.takesDownlinks) return 'no_downlinks'
  if (order.kind === 'firmware') {
    if (device.hasJob) return 'job_running'
    if (device.firmware === order.firmware) return 'has_it'
  }
  if (device.hasSettings) return 'has_it'
  if (includesSilent) return null
  if (device.isNeverSeen) return 'never_seen'
  return device.isSilent ? 'silent' : null
}

/** The stage of each device, or why it is left out. Shares are of the devices that take part. */
export function planOf(found: readonly Found[], order: RolloutOrder, definition: Definition): Planned[] {
  const reasons = new Map(found.map((device) => [device.id, reasonOf(device, order, definition)]))
  const taking = found.filter(({ id }) => reasons.get(id) === null)
  const stages = assignStages(taking, definition.stages)
  return found.map((device) => {
    const leftOut = reasons.get(device.id) ?? null
    if (leftOut !== null) return { device, leftOut }
    const stage = stages.get(device.id)
    return stage === undefined ? { device, leftOut: 'no_stage' } : { device, stage }
  })
}

/** The evidence of a stage in which nothing has happened yet. */
export const freshStage = (devices: number): StageEvidence => ({
  counts: { ...NO_DEVICES, devices, waiting: devices },
  troubles: {},
  settledAt: null,
  startedAt: null,
  accepted: { failed: 0, troubled: 0 },
})

/** Seconds within which nearly all of some devices are expected to have contact; silent ones are not expected. */
function contactWithin(devices: readonly Found[]): number | null {
  const intervals = devices
    .filter(({ isSilent, isNeverSeen }) => !isSilent && !isNeverSeen)
    .map(({ usualInterval }) => usualInterval ?? DAY / 1000)
    .toSorted((a, b) => a - b)
  return intervals[Math.ceil(intervals.length * 0.95) - 1] ?? null
}

const sampleOf = (devices: readonly Found[]) =>
  devices.slice(0, TRIAL_SAMPLE).map(({ id, name }) => ({ id, name }))

/** What a roll-out would do if it started now. */
export function trialOf(
  found: readonly Found[],
  order: RolloutOrder,
  definition: Definition,
  now: number,
): Trial {
  const planned = planOf(found, order, definition)
  const inStage = (stage: number) =>
    planned.flatMap((one) => ('stage' in one && one.stage === stage ? [one.device] : []))
  const stages = definition.stages.map((_: Stage, stage) => inStage(stage))
  const taking = stages.flat()
  const evidence = stages.map(({ length }) => freshStage(length))
  const end = isForDevice(order)
    ? expectedEnd(
        { ...definition, stage: 0, evidence, now },
        stages.map((devices) => ({ contactWithin: contactWithin(devices) })),
      )
    : now
  return {
    devices: found.length,
    stages: stages.map((devices) => ({ devices: devices.length, sample: sampleOf(devices) })),
    left_out: leftOutSchema.options.flatMap((reason) => {
      const devices = planned.flatMap((one) =>
        'leftOut' in one && one.leftOut === reason ? [one.device] : [],
      )
      return devices.length === 0 ? [] : [{ reason, devices: devices.length, sample: sampleOf(devices) }]
    }),
    expected_end: end === null || taking.length === 0 ? null : new Date(end).toISOString(),
    silent: taking.filter(({ isSilent, isNeverSeen }) => isSilent || isNeverSeen).length,
    unconfirming: isForDevice(order) ? taking.filter(({ confirms }) => !confirms).length : 0,
  }
}
