import { z } from 'zod'
import {
  doerSchema,
  endpoint,
  idSchema,
  jsonSchema,
  ONE_LINE,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { type DeviceFilters, devicesApi, readCondition } from '../devices'
import { callsOf, entity } from '../entity'
import { VIEWS_CAPABILITY } from './capability'

export * from './capability'

/** Most views of a space for everyone in it. */
export const VIEWS_MAX = 200
/** Most personal views of a person in a space. */
export const OWN_VIEWS_MAX = 100
/** Most views of a space that its alert rules and mutes apply to. */
export const SCOPE_VIEWS_MAX = 20
/** Seconds after which the devices of a view that rules or mutes apply to are found anew. */
export const SCOPE_VIEW_SECONDS = 60
const COLUMNS_MAX = 100
/** Longest filters of a view, as JSON. */
const FILTER_MAX_LENGTH = 8000

/** Lists of a space that have views. */
export const viewListSchema = z.enum([
  'devices',
  'messages',
  'alerts',
  'alert-rules',
  'mutes',
  'rollouts',
  'tags',
  'config-templates',
  'connectors',
  'users',
  'keys',
  'variables',
  'trash',
])
export type ViewList = z.infer<typeof viewListSchema>

/** Most filters of a view. */
const FILTERS_MAX = 50

const filterSchema = z
  .record(z.string().max(TEXT_MAX_LENGTH), jsonSchema)
  .refine(
    (filter) => JSON.stringify(filter).length <= FILTER_MAX_LENGTH,
    `must have at most ${FILTER_MAX_LENGTH} characters as JSON`,
  )
  .refine((filter) => Object.keys(filter).length <= FILTERS_MAX, `must have at most ${FILTERS_MAX} filters`)
  .meta({ maxProperties: FILTERS_MAX })

const columnsSchema = z
  .array(
    z
      .string()
      .min(1)
      .max(TEXT_MAX_LENGTH * 2),
  )
  .max(COLUMNS_MAX, `must have at most ${COLUMNS_MAX} columns`)

const nameText = z
  .string({ error: 'is required' })
  .trim()
  .min(1, 'is required')
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
  .regex(ONE_LINE, 'must be one line')

/** Filters, columns and sort of a list under a name; of one person, or of the space. Rules, "Views". */
export const viewEntity = entity({
  name: 'view',
  plural: 'views',
  title: 'Views',
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: nameText },
    list: { read: z.string().describe('A newer server may have more lists'), create: viewListSchema },
    /** The filters as the address of the list has them. */
    filter: { read: z.record(z.string(), jsonSchema).default({}), input: filterSchema, initial: {} },
    /** The field that the list is sorted by, `series:` and a path for a value; null for the person's own. */
    sort: {
      read: z.string().nullable().default(null),
      input: z
        .string()
        .max(TEXT_MAX_LENGTH * 2)
        .nullable(),
      initial: null,
    },
    order: {
      read: z.enum(['ASC', 'DESC']).nullable().default(null),
      input: z.enum(['ASC', 'DESC']).nullable(),
      initial: null,
    },
    /** The shown columns in their order; null for the person's own. */
    columns: {
      read: z.array(z.string()).nullable().default(null),
      input: columnsSchema.nullable(),
      initial: null,
    },
    /** Whether everyone in the space has it; else only the person who made it. */
    shared: { read: z.boolean().default(false), input: z.boolean(), initial: false },
    created_by: { read: doerSchema },
    created_at: { read: timeSchema },
    version: { read: versionSchema },
  },
})
export type View = z.infer<typeof viewEntity.schema>
export type ViewCreate = z.infer<typeof viewEntity.create>
export type ViewUpdate = z.infer<typeof viewEntity.update>

/** The filters of a view of devices as the calls have them; null if the list of devices does not have them. */
export function deviceFiltersOf(filter: View['filter']): DeviceFilters | null {
  const query = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      const [only, ...more]: unknown[] = Array.isArray(value) ? value : [value]
      return [name, more.length > 0 ? value : only]
    }),
  )
  const filters = devicesApi.count.query.strict().safeParse(query).data
  return filters?.where?.some((text) => 'fault' in readCondition(text)) ? null : (filters ?? null)
}

const IN_USE =
  'Alert rules, mutes that have not ended, or roll-outs that have not started apply to the devices of the view'

const calls = callsOf(viewEntity)
const shared = { capability: VIEWS_CAPABILITY } as const
/** Whoever reads views has personal ones; one of the space needs the permission that is named after the verb. */
const own = { ...shared, permission: 'space:view:read' } as const

/** Saved views of the lists of a space. Rules, "Views". */
export const viewsApi = {
  list: endpoint({
    ...calls.list,
    ...shared,
    summary: 'List the views of the space, and the personal ones of the caller',
  }),
  create: endpoint({
    ...calls.create,
    ...own,
    summary: 'Save a view; one of the space (`shared`) needs `space:view:create`',
  }),
  get: endpoint({ ...calls.get, ...shared }),
  update: endpoint({
    ...calls.update,
    ...own,
    summary:
      'Update a view; one of the space needs `space:view:update`, to share it `space:view:create`, and to stop that `space:view:delete`',
    failures: { 409: IN_USE },
  }),
  delete: endpoint({
    ...calls.delete,
    ...own,
    summary: 'Delete a view; one of the space needs `space:view:delete`',
    failures: { 409: IN_USE },
  }),
}
