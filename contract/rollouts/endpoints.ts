import { z } from 'zod'
import {
  cursorSchema,
  endpoint,
  idSchema,
  ifAllGiven,
  limitSchema,
  listOf,
  searchSchema,
  timeSchema,
} from '../common'
import { callsOf, inSpace } from '../entity'
import { ROLLOUTS_CAPABILITY } from './capability'
import { leftOutSchema, memberSchema, memberStateSchema, troubleSchema } from './member'
import { ROLLOUTS_MAX, ROLLOUTS_RUNNING_MAX, rolloutEntity } from './rollout'

/** Devices that a trial names of each stage and reason. */
export const TRIAL_SAMPLE = 5

const whole = z.int().min(0)
const namedDevice = z.object({ id: idSchema, name: z.string() })

/** What a roll-out would do if it started now. */
const trialSchema = z
  .object({
    devices: whole.describe('Devices of the scope'),
    stages: z.array(z.object({ devices: whole, sample: z.array(namedDevice) })),
    left_out: z.array(z.object({ reason: leftOutSchema, devices: whole, sample: z.array(namedDevice) })),
    expected_end: timeSchema
      .nullable()
      .describe('By the rhythms of the devices; null if it depends on a person'),
    silent: whole.describe('Devices that it takes, and that are silent or were never seen'),
    unconfirming: whole.describe('Devices that it takes, and that are not known to confirm'),
  })
  .meta({ id: 'RolloutTrial' })
export type Trial = z.infer<typeof trialSchema>

/** A firmware that devices of the space have, had, or were ordered. */
const knownFirmwareSchema = z
  .object({
    firmware: z.string().describe('Id of the firmware'),
    target: z.string(),
    devices: whole.describe('Devices whose last successful job of the target was for it'),
    succeeded: whole,
    failed: whole,
    last_at: timeSchema.describe('When it was last ordered'),
  })
  .meta({ id: 'KnownFirmware' })
export type KnownFirmware = z.infer<typeof knownFirmwareSchema>

const calls = callsOf(rolloutEntity)
const shared = { capability: ROLLOUTS_CAPABILITY } as const
const oneRollout = calls.get.params
const changed = {
  tag: rolloutEntity.title,
  access: 'bearerOrKey',
  method: 'post',
  permission: 'space:rollout:update',
  params: oneRollout,
  status: 200,
  answer: rolloutEntity.schema,
  ...shared,
} as const
const ENDED = { 409: 'The roll-out has ended, or has not started' }
const NEEDED = 'this needs the permission for what it orders as well'

/** Calls of roll-outs. Rules, "Roll-outs". */
export const rolloutsApi = {
  list: endpoint({ ...calls.list, ...shared, summary: 'List the roll-outs of a space, newest first' }),
  create: endpoint({
    ...calls.create,
    ...shared,
    isHeavy: true,
    summary: `Create a roll-out, and start it with \`start\`; ${NEEDED}`,
    body: ifAllGiven(
      rolloutEntity.create.extend({
        start: z.boolean().default(false).describe('Whether to start it immediately'),
      }),
    ),
    failures: {
      400: `A space has at most ${ROLLOUTS_MAX} roll-outs, and ${ROLLOUTS_RUNNING_MAX} that run at a time`,
    },
  }),
  try: endpoint({
    ...calls.list,
    ...shared,
    method: 'post',
    path: `${calls.list.path}/try`,
    query: undefined,
    isHeavy: true,
    summary:
      'Say what a roll-out would do if it started now: devices of each stage, those left out, and when it would be done',
    permission: 'space:rollout:create',
    body: ifAllGiven(rolloutEntity.create.omit({ name: true, note: true })),
    answer: trialSchema,
    audit: null,
  }),
  get: endpoint({ ...calls.get, ...shared }),
  update: endpoint({
    ...calls.update,
    ...shared,
    summary: 'Update a roll-out; once it has started, only its name and note',
    failures: { 409: 'The roll-out has started' },
  }),
  delete: endpoint({
    ...calls.delete,
    ...shared,
    summary: 'Delete a roll-out that has not started, or has ended',
    failures: { 409: 'The roll-out has not ended' },
  }),
  start: endpoint({
    ...changed,
    path: `${calls.get.path}/start`,
    isHeavy: true,
    summary: `Start a roll-out: its devices are frozen; ${NEEDED}`,
    failures: { 409: 'The roll-out has started, or has no devices' },
    audit: 'rollout.start',
  }),
  pause: endpoint({
    ...changed,
    path: `${calls.get.path}/pause`,
    summary: 'Pause a roll-out: nothing more is ordered; what is ordered goes on',
    failures: ENDED,
    audit: 'rollout.pause',
  }),
  resume: endpoint({
    ...changed,
    path: `${calls.get.path}/resume`,
    summary: 'Go on with a paused roll-out; the failures and troubles so far no longer hold it',
    failures: ENDED,
    audit: 'rollout.resume',
  }),
  next: endpoint({
    ...changed,
    path: `${calls.get.path}/next`,
    summary: 'Begin the next stage now, whatever the gate says',
    body: z
      .object({
        stage: whole.optional().describe('The stage that the caller has seen, so that a retry skips none'),
      })
      .optional(),
    failures: { 409: 'The roll-out does not run, is in its last stage, or is in another one than `stage`' },
    audit: 'rollout.next',
  }),
  stop: endpoint({
    ...changed,
    path: `${calls.get.path}/stop`,
    summary: 'Stop a roll-out for good: orders that wait are cancelled',
    failures: ENDED,
    audit: 'rollout.stop',
  }),
  rollback: endpoint({
    ...changed,
    path: `${calls.get.path}/rollback`,
    isHeavy: true,
    status: 201,
    permission: 'space:rollout:create',
    summary:
      'Stop a roll-out, and start one that gives the devices which it has changed back what they had before; answers that one',
    failures: {
      409: 'Nothing can be taken back: it has changed nothing, was taken back already, or orders what cannot be',
    },
    audit: 'rollout.rollback',
  }),
  devices: endpoint({
    ...calls.get,
    ...shared,
    path: `${calls.get.path}/devices`,
    isHeavy: true,
    summary: 'List the devices of a roll-out, by stage and name',
    query: z.object({
      stage: z.coerce.number().int().min(0).optional(),
      state: listOf(memberStateSchema),
      trouble: listOf(troubleSchema),
      name: searchSchema.optional().describe('Part of the name'),
      limit: limitSchema(100),
      cursor: cursorSchema.optional().describe('Id of the last device read'),
    }),
    answer: z.array(memberSchema),
  }),
  firmware: endpoint({
    ...calls.list,
    ...shared,
    path: '/spaces/{spaceId}/firmware',
    params: inSpace,
    query: undefined,
    isHeavy: true,
    permission: 'space:device:read',
    summary: 'List the firmware that devices of the space have, had or were ordered, the newest order first',
    answer: z.array(knownFirmwareSchema),
  }),
}
