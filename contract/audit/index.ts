import { z } from 'zod'
import {
  countQuery,
  countSchema,
  cursorSchema,
  endpoint,
  idSchema,
  jsonFieldsSchema,
  limitSchema,
  listOf,
  offsetSchema,
  orderSchema,
  searchSchema,
  timeQuerySchema,
  timeSchema,
} from '../common'
import { inSpace } from '../entity'
import { AUDIT_ACTIONS, UNDOABLE_CHANGES } from '../permissions/auditActions'
import { signInMethodSchema } from '../sessions'
import { AUDIT_CAPABILITY } from './capability'

export { HIDDEN } from '../common'
export * from '../permissions/auditActions'
export * from './capability'

/** Kind of the actor of a change: a person, a key of a space, or the server itself. */
export const auditActorSchema = z.enum(['person', 'key', 'server'])

/** Changed fields of a thing, without secrets: a secret that changed is shown as `HIDDEN`. */
const fieldsSchema = jsonFieldsSchema.nullable().meta({ type: ['object', 'null'] })

/** An entry of the audit log: who changed what. */
export const auditEntrySchema = z
  .object({
    id: idSchema,
    created_at: timeSchema,
    /** Null for what belongs to no space. */
    space_id: idSchema.nullable(),
    /** Name of the space at that time. */
    space_name: z.string().nullable(),
    actor_type: auditActorSchema,
    /** The id of a person; for a key an id that stands for it, because the id of a key is its token. */
    actor_id: idSchema.nullable(),
    /** E-mail address of the person, or name of the key, at that time. */
    actor_name: z.string().nullable(),
    /** How the person had signed in; null for a key and for the server. */
    method: signInMethodSchema.nullable(),
    /** External provider of the sign-in. */
    provider: z.string().nullable(),
    /** Network address of the call. */
    address: z.string().nullable(),
    /** Name of the browser or program, as it gives it. */
    user_agent: z.string().nullable(),
    /** One of `AUDIT_ACTIONS`; a newer server may have more. */
    action: z.string(),
    /** Id of the changed thing; for a key an id that stands for it. */
    target_id: z.string().nullable(),
    /** Name of the changed thing at that time. */
    target_name: z.string().nullable(),
    /** The changed fields before; null for what was created. */
    before: fieldsSchema,
    /** The changed fields afterwards; null for what was deleted. */
    after: fieldsSchema,
    /** Whether it is unknown that the change took place, because the system that should make it did not answer. */
    is_unknown: z.boolean(),
    /** The entry that this one undid. */
    undoes: idSchema.nullable(),
    /** The entry that undid this one. */
    undone_by: idSchema.nullable(),
    /** The caller's own id of a run, shared by all its changes. See `BATCH_HEADER`. */
    batch: idSchema.nullable().default(null),
    /** In a grouped list: how many entries it stands for, including itself. */
    entries: z.int().positive().default(1),
    /** Number of things that these are about. */
    targets: z.int().positive().default(1),
    /** Number of these entries that were undone. */
    undone_entries: z.int().nonnegative().default(0),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** Filters of the audit log of a space. */
const filters = z.object({
  actor: searchSchema.optional().describe('Part of the name of who changed something'),
  actor_id: idSchema.optional(),
  target: searchSchema.optional().describe('Part of the name of what was changed, or its whole id'),
  action: listOf(z.enum(AUDIT_ACTIONS)),
  after: timeQuerySchema.optional().describe('ISO-8601 time; entries of this time or later'),
  before: timeQuerySchema.optional().describe('ISO-8601 time; entries of this time or earlier'),
  batch: idSchema.optional().describe('The entries of one run of changes'),
})
/** Filters of the whole audit log. */
const filtersOfAll = filters.extend({
  space_id: idSchema.optional(),
  space: searchSchema.optional().describe('Part of the name of the space, as it was then'),
})
export type AuditFilters = z.infer<typeof filtersOfAll>

/** The list has one entry for all those of a batch with the same actor and action. Two actors who use the same batch are never mixed. */
const grouped = z
  .enum(['true', 'false'])
  .default('false')
  .describe('List only the newest entry of each batch, actor and action; not with target or batch')

/** The entries are sorted by time. */
const AUDIT_SORTS = ['id'] as const

const paging = {
  limit: limitSchema(40),
  offset: offsetSchema.optional(),
  cursor: cursorSchema.optional(),
  sort_by: z.enum(AUDIT_SORTS).default('id'),
  order_by: orderSchema.default('desc'),
  grouped,
}
const counting = { ...countQuery, grouped }
export type AuditCountQuery = AuditFilters & z.infer<z.ZodObject<typeof counting>>
export type AuditListQuery = z.infer<ReturnType<typeof filtersOfAll.extend<typeof paging>>>

/** Why a change was not undone. */
export const UNDO_ERRORS = {
  changedSince: 'it was changed again since, undo the newer change first',
  deleted: 'it was deleted since',
  undone: 'it was undone already',
  impossible: 'this kind of change cannot be undone',
  emptied: 'it is no longer in the trash',
} as const

const shared = {
  tag: 'Audit log',
  access: 'bearer',
  method: 'get',
  status: 200,
  capability: AUDIT_CAPABILITY,
} as const
const ofAll = { ...shared, permission: 'admin:access' } as const
const ofSpace = { ...shared, permission: 'space:audit:read', params: inSpace } as const
const LIST = '/spaces/{spaceId}/audit'

/** The audit log of the whole installation. */
export const auditApi = {
  list: endpoint({
    ...ofAll,
    path: '/admin/audit',
    summary: 'List who changed what, in all spaces and outside of them',
    query: filtersOfAll.extend(paging),
    answer: z.array(auditEntrySchema),
  }),
  count: endpoint({
    ...ofAll,
    path: '/admin/audit/count',
    isHeavy: true,
    summary: 'Count the entries that the filters match',
    query: filtersOfAll.extend(counting),
    answer: countSchema,
  }),
}

export const spaceAuditApi = {
  list: endpoint({
    ...ofSpace,
    path: LIST,
    summary: 'List who changed what in a space',
    query: filters.extend(paging),
    answer: z.array(auditEntrySchema),
  }),
  count: endpoint({
    ...ofSpace,
    path: `${LIST}/count`,
    isHeavy: true,
    summary: 'Count the entries of a space that the filters match',
    query: filters.extend(counting),
    answer: countSchema,
  }),
  undo: endpoint({
    ...ofSpace,
    method: 'post',
    path: `${LIST}/{entryId}/undo`,
    summary:
      'Undo a change of a device, a tag, a connector or how values are shown, or a deletion whose record is in the trash; answers the entry of the undoing',
    permission: 'space:audit:undo',
    params: inSpace.extend({ entryId: idSchema }),
    answer: auditEntrySchema,
    failures: {
      400: 'A tag that it had was deleted since',
      409: 'It was changed again or deleted since, was undone already, cannot be undone, or the record is no longer in the trash or cannot be restored',
    },
    audit: [...UNDOABLE_CHANGES, 'trash.restore'],
  }),
}
