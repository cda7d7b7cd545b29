import { z } from 'zod'
import { LIST_LIMIT } from './limits'

/** Order of a list. */
export const orderSchema = z.enum(['asc', 'desc'])

/** Number of rows asked for; the server answers with at most LIST_LIMIT. */
export const limitSchema = (defaultLimit: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .transform((limit) => Math.min(limit, LIST_LIMIT))
    .default(defaultLimit)

/** A row offset (integer) or a cursor (UUID of the last row that the caller has read). */
export const offsetSchema = z.union(
  [z.guid({ abort: true }), z.coerce.number().int().min(0)],
  'must be a whole number or the id of the last row read',
)

/** A list in the query: `name[]=a&name[]=b`, with or without brackets, or one value. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).optional(),
  )

/** Answer of every `/count` endpoint. */
export const countSchema = z.object({ count: z.number().int().min(0) }).meta({ id: 'Count' })
