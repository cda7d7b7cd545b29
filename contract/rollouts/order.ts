import { z } from 'zod'
import { COMMENT_MAX_LENGTH, idSchema, jsonSchema, TIME_MAX_LENGTH } from '../common'
import { wishesSchema } from '../configuration'
import { LABELS_MAX, labelName, labelText } from '../devices/device'
import { firmwareCreateSchema } from '../firmware'
import { CONFIG_SAVE_REFUSED, containsConfigSave, shellOrderSchema } from '../messages'
import type { Permission } from '../permissions'

/** Most commands of one order. */
const COMMANDS_MAX = 1000
/** Most tags that a roll-out adds or removes. */
const TAGS_MAX = 20

const namesSomething = (settings: object) => Object.keys(settings).length > 0

const tagIds = z
  .array(idSchema.toLowerCase())
  .max(TAGS_MAX, `must have at most ${TAGS_MAX} entries`)
  .default([])

/** A change of the devices' records. Labels and the comment that are not named stay. */
const recordsSchema = z.object({
  kind: z.literal('records'),
  add_tags: tagIds,
  remove_tags: tagIds,
  set_labels: z
    .record(labelName, labelText)
    .refine((labels) => Object.keys(labels).length <= LABELS_MAX, `must have at most ${LABELS_MAX} entries`)
    .meta({ maxProperties: LABELS_MAX })
    .default({}),
  remove_labels: z.array(labelText).max(LABELS_MAX).default([]),
  comment: z
    .string()
    .max(COMMENT_MAX_LENGTH, `must have at most ${COMMENT_MAX_LENGTH} characters`)
    .nullish()
    .describe('Null clears it; it stays if it is not sent'),
})

const changesSomething = (order: z.output<typeof recordsSchema>) =>
  order.add_tags.length + order.remove_tags.length + order.remove_labels.length > 0 ||
  Object.keys(order.set_labels).length > 0 ||
  order.comment !== undefined

/** What a roll-out orders from each of its devices. */
export const orderSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('config'),
      body: jsonSchema
        .refine((body) => !containsConfigSave(body), CONFIG_SAVE_REFUSED)
        .describe('Commands, as of a config downlink'),
    }),
    z.object({
      kind: z.literal('shell'),
      body: shellOrderSchema.max(COMMANDS_MAX, `must have at most ${COMMANDS_MAX} commands`),
    }),
    z.object({ kind: z.literal('data'), body: jsonSchema }),
    z.object({
      kind: z.literal('settings'),
      settings: wishesSchema
        .refine(namesSomething, 'is required')
        .describe('Settings that the devices are wished to have; null takes a wish back'),
      template_id: idSchema.nullish().describe('The template that they were taken from'),
    }),
    firmwareCreateSchema.extend({ kind: z.literal('firmware') }),
    recordsSchema.refine(changesSomething, 'must change something'),
    z.object({
      kind: z.literal('mute'),
      ends_at: z.iso.datetime({ offset: true, error: 'must be an ISO-8601 time' }).max(TIME_MAX_LENGTH),
      note: z.string().trim().max(COMMENT_MAX_LENGTH).nullish(),
    }),
    z
      .object({ kind: z.literal('rollback') })
      .describe('Each device gets back what it had before `rollback_of`'),
  ])
  .meta({ id: 'RolloutOrder' })
export type RolloutOrder = z.output<typeof orderSchema>
export type OrderKind = RolloutOrder['kind']

/** The permission that whoever makes or starts a roll-out needs for what it orders; that of a rollback is of what it takes back. */
export const PERMISSION_OF: Readonly<Record<Exclude<OrderKind, 'rollback'>, Permission>> = {
  config: 'space:device:config:create',
  settings: 'space:device:config:create',
  shell: 'space:device:shell:create',
  data: 'space:device:downlink:create',
  firmware: 'space:device:firmware:create',
  records: 'space:device:update',
  mute: 'space:mute:create',
}

/** Orders that a device has to carry out; the others are done by the server at once. */
export const isForDevice = ({ kind }: Pick<RolloutOrder, 'kind'>): boolean =>
  kind !== 'records' && kind !== 'mute'

/** Orders whose devices can get back what they had before. */
export const canRollBack = ({ kind }: Pick<RolloutOrder, 'kind'>): boolean =>
  kind === 'settings' || kind === 'firmware' || kind === 'records'
