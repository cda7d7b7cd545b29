import { z } from 'zod'
import {
  countSchema,
  cursorSchema,
  doerSchema,
  endpoint,
  idSchema,
  LIST_LIMIT,
  limitSchema,
  listOf,
  offsetSchema,
  orderSchema,
  searchSchema,
  timeSchema,
} from '../common'
import { inSpace } from '../entity'
import { TRASH_CAPABILITY } from './capability'

export * from './capability'

/** Kinds of records that go to the trash when they are deleted. */
export const trashResourceSchema = z.enum([
  'device',
  'connector',
  'alertRule',
  'tag',
  'variable',
  'note',
  'view',
])
export type TrashResource = z.infer<typeof trashResourceSchema>

/** The permission to delete records of a kind. */
export const deletePermissionOf = (resource: TrashResource) =>
  resource === 'note' ? 'space:device:note:delete' : (`space:${resource}:delete` as const)

/** Whether deleted records of a resource go to the trash. */
export const hasTrash = (resource: string): resource is TrashResource =>
  trashResourceSchema.safeParse(resource).success

/** Most records that a person deletes in one call without a confirmed identity. */
export const UNCONFIRMED_MAX = 10

/** Most messages, deliveries and other records of a kind that are counted; if there are more, the answer is one more than this. */
export const EFFECTS_MAX = 10_000

/** Most records in the trash of a space: beyond, the oldest are deleted for good within an hour. */
export const TRASH_MAX = 10_000

/** A deleted record that can be restored. */
const trashEntrySchema = z
  .object({
    id: idSchema,
    resource: z.string().describe('Kind of the record; a newer server may have more'),
    /** The id that it had, and has again when it is restored. */
    record_id: idSchema,
    name: z.string(),
    /** What tells it from others of its name: the serial number of a device, the device of a variable. */
    detail: z.string().nullable().default(null),
    deleted_at: timeSchema,
    deleted_by: doerSchema.nullable(),
    /** When it is deleted for good. */
    kept_until: timeSchema,
    /** Shared by all records that one run has deleted. */
    batch: idSchema.nullable().default(null),
    /** How many old rows of it, such as sessions of a device, were too many to be kept. */
    left_out: z.int().nonnegative().default(0),
  })
  .meta({ id: 'TrashEntry' })
export type TrashEntry = z.infer<typeof trashEntrySchema>

const filters = z.object({
  resource: listOf(trashResourceSchema),
  text: searchSchema.optional().describe('Part of the name, or of what tells it from others of its name'),
  batch: idSchema.optional().describe('The records that one run has deleted'),
})
export type TrashFilters = z.infer<typeof filters>

/** Ids of records, or of entries of the trash. */
const idsSchema = z
  .array(idSchema.toLowerCase())
  .min(1, 'must have at least 1 id')
  .max(LIST_LIMIT, `must have at most ${LIST_LIMIT} ids`)

/** Records of one kind that are to be deleted. */
const selectionSchema = z.object({ resource: trashResourceSchema, ids: idsSchema })
export type TrashSelection = z.infer<typeof selectionSchema>

/** Result for one record of a deletion. */
const deletionResultSchema = z.object({
  id: idSchema,
  result: z.enum(['deleted', 'not_found', 'conflict', 'forbidden']),
  reason: z.string().nullable().describe('Why it was not deleted'),
})
export type DeletionResult = z.infer<typeof deletionResultSchema>

const deletionAnswer = z
  .object({
    batch: idSchema.describe('What `restore` takes to undo the whole deletion'),
    results: z.array(deletionResultSchema),
  })
  .meta({ id: 'TrashDeletion' })
export type TrashDeletion = z.infer<typeof deletionAnswer>

const whole = z.int().nonnegative()
const counted = whole.default(0)

/** What goes with records that are deleted. */
const effectsSchema = z
  .object({
    days: whole.describe('For how many days the records can be restored; 0 deletes them at once'),
    messages: counted,
    alerts: counted.describe('Open alerts, which end'),
    downlinks: counted.describe('Pending downlinks'),
    variables: counted.describe('Variables of devices'),
    deliveries: counted.describe('Pending deliveries, which wait while the record is in the trash'),
    devices: counted.describe('Devices that lose a tag'),
    connectors: counted.describe('Connectors that lose a tag'),
    rules: counted.describe('Alert rules that name the records'),
    keys: counted.describe('Keys that are limited to the tags, which cannot be deleted therefore'),
  })
  .meta({ id: 'TrashEffects', description: `Numbers above ${EFFECTS_MAX} are ${EFFECTS_MAX + 1}` })
export type TrashEffects = z.infer<typeof effectsSchema>

/** Result for one entry of a restoration. */
const restorationResultSchema = z.object({
  id: idSchema,
  resource: z.string(),
  record_id: idSchema.nullable(),
  name: z.string(),
  result: z.enum(['restored', 'not_found', 'conflict']),
  reason: z.string().nullable().describe('Why it was not restored'),
})
export type RestorationResult = z.infer<typeof restorationResultSchema>

const restorationAnswer = z
  .object({
    results: z.array(restorationResultSchema),
    left: whole.describe(
      'Entries of the batch that were not tried yet: call again with the id of the last result as `before`',
    ),
  })
  .meta({ id: 'TrashRestoration' })
export type TrashRestoration = z.infer<typeof restorationAnswer>

const restorationInput = z.union(
  [
    z.object({ ids: idsSchema }),
    z.object({
      batch: idSchema,
      before: idSchema.optional().describe('Only entries that are older than this one'),
    }),
  ],
  'must have ids, or a batch',
)
export type RestorationInput = z.infer<typeof restorationInput>

const emptyingInput = z.union(
  [z.object({ ids: idsSchema }), z.object({ all: z.literal(true) })],
  'must have ids, or all',
)
export type EmptyingInput = z.infer<typeof emptyingInput>

/** Why a device was not restored: its hardware is used elsewhere. */
export const SERIAL_CLAIMED = 'serial_number was claimed by another device since'

/** Why a variable or a note was not restored. */
export const DEVICE_GONE = 'its device no longer exists in this space: restore it first'

const paging = {
  limit: limitSchema(40),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
  sort_by: z.enum(['id']).default('id'),
  order_by: orderSchema.default('desc'),
}
const listQuery = filters.extend(paging)
export type TrashListQuery = z.infer<typeof listQuery>

const shared = {
  tag: 'Trash',
  access: 'bearer',
  params: inSpace,
  status: 200,
  capability: TRASH_CAPABILITY,
} as const
const PATH = '/spaces/{spaceId}/trash'
const DELETES = trashResourceSchema.options.map(deletePermissionOf)
const unconfirmed = `Above ${UNCONFIRMED_MAX} records, the person has not confirmed their identity in the last 15 minutes`

/** The trash of a space. Rules, "Trash". */
export const trashApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: PATH,
    summary: 'List deleted records that can be restored, the newest first',
    permission: 'space:trash:read',
    query: listQuery,
    answer: z.array(trashEntrySchema),
  }),
  count: endpoint({
    ...shared,
    method: 'get',
    path: `${PATH}/count`,
    isHeavy: true,
    summary: 'Count the deleted records that the filters match',
    permission: 'space:trash:read',
    query: filters,
    answer: countSchema,
  }),
  delete: endpoint({
    ...shared,
    method: 'post',
    path: PATH,
    isHeavy: true,
    summary: 'Delete up to 1000 records of a kind, each by itself; with the permission to delete that kind',
    permission: DELETES,
    body: selectionSchema,
    answer: deletionAnswer,
    failures: { 403: unconfirmed },
    audit: [
      'device.delete',
      'connector.delete',
      'alertRule.delete',
      'tag.delete',
      'variable.delete',
      'note.delete',
      'view.delete',
    ],
  }),
  effects: endpoint({
    ...shared,
    method: 'post',
    path: `${PATH}/effects`,
    isHeavy: true,
    summary: 'Get what goes with records when they are deleted; it changes nothing',
    permission: DELETES,
    body: selectionSchema,
    answer: effectsSchema,
    audit: null,
  }),
  restore: endpoint({
    ...shared,
    method: 'post',
    path: `${PATH}/restore`,
    isHeavy: true,
    summary:
      'Restore deleted records, or all that one run has deleted, with the ids and the history that they had',
    permission: 'space:trash:restore',
    body: restorationInput,
    answer: restorationAnswer,
    audit: 'trash.restore',
  }),
  empty: endpoint({
    ...shared,
    method: 'post',
    path: `${PATH}/empty`,
    isHeavy: true,
    summary: 'Delete records in the trash for good, with their history',
    permission: 'space:trash:empty',
    body: emptyingInput,
    answer: countSchema,
    failures: { 403: unconfirmed },
    audit: 'trash.empty',
  }),
}
