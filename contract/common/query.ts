import { z } from 'zod'
import { idSchema } from './fields'
import { LIST_LIMIT, TEXT_MAX_LENGTH } from './limits'

/** Order of a list. */
export const orderSchema = z.enum(['asc', 'desc'])

/** Number of rows to return; the server answers with at most LIST_LIMIT. */
export const limitSchema = (defaultLimit: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .transform((limit) => Math.min(limit, LIST_LIMIT))
    .default(defaultLimit)
    .describe(`Number of rows; larger values are treated as ${LIST_LIMIT}`)

/** A row offset (integer) or a cursor (UUID of the last row that the caller has read). */
export const offsetSchema = z
  .union(
    [z.guid({ abort: true }), z.coerce.number().int().min(0)],
    'must be a whole number or the id of the last row read',
  )
  // The OpenAPI document would call a coerced number nullable.
  .meta({
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', format: 'uuid' },
    ],
    description: 'Number of rows to skip, or the id of the last row read',
  })

/** A row offset, for lists without a cursor. */
export const rowOffsetSchema = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .default(0)
  .describe('Number of rows to skip')

/** The paging of lists that are usually short: a client that wants all of one asks for the next rows until there are none. */
export const wholeListQuery = z.object({ limit: limitSchema(LIST_LIMIT), offset: rowOffsetSchema })
export type WholeListQuery = z.infer<typeof wholeListQuery>

/** The id of the last row that the caller has read. */
export const cursorSchema = idSchema.describe('Id of the last row read; the same as an id in offset')

/** Part of a name or of another searched text. */
export const searchSchema = z.string().trim().max(TEXT_MAX_LENGTH)

/** A list in the query: `name[]=a&name[]=b`, with or without brackets, or one value. */
export const asList = <List extends z.ZodType>(list: List) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), list)

/** Such a list, which may be left out. */
export const listOf = <Item extends z.ZodType>(item: Item) => asList(z.array(item).max(LIST_LIMIT).optional())

/** Query of a count that may be bounded: a long list is counted only up to that number. */
export const countQuery = {
  at_most: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .optional()
    .describe(
      'Stop counting at this number: there may be more when it is the answer. All are counted by default. With the capability `bounded-lists`',
    ),
}

/** Answer of every `/count` endpoint. */
export const countSchema = z.object({ count: z.number().int().min(0) }).meta({ id: 'Count' })
