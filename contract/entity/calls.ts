import { z } from 'zod'
import {
  countSchema,
  cursorSchema,
  endpoint,
  idSchema,
  ifAllGiven,
  limitSchema,
  offsetSchema,
  orderSchema,
  wholeListQuery,
} from '../common'
import type { CrudName } from '../permissions'
import { type Entity, nameTaken } from './entity'

/** Path parameters of everything inside a space. */
export const inSpace = z.object({ spaceId: idSchema })

/** Path parameters of one record. */
type OneOf<Name extends string> = z.ZodObject<
  (typeof inSpace)['shape'] & { [Id in `${Name}Id`]: typeof idSchema }
>
const oneOf = <Name extends string>(name: Name) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript widens a computed name to any text
  inSpace.extend({ [`${name}Id`]: idSchema }) as OneOf<Name>

/** A resource of spaces. */
type SpaceEntity = Entity<CrudName>

const aOrAn = (name: string) => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)

/**
 * The calls of a resource of spaces: its whole list, one record, and the changes, each with its permission and its action in the audit log.
 * A special resource overrides some of them.
 */
export function callsOf<const Of extends SpaceEntity>({ name, plural, title, isNameUnique, ...schemas }: Of) {
  const list = { path: `/spaces/{spaceId}/${plural}`, params: inSpace } as const
  const one = { path: `/spaces/{spaceId}/${plural}/{${name}Id}`, params: oneOf(name) } as const
  const shared = { tag: title, access: 'bearerOrKey' } as const
  const read = { ...shared, method: 'get', permission: `space:${name}:read`, status: 200 } as const
  const failures = isNameUnique ? { 409: nameTaken({ name }) } : {}
  return {
    list: endpoint({
      ...read,
      ...list,
      summary: `List the ${plural} of a space`,
      query: wholeListQuery,
      answer: z.array(schemas.schema),
    }),
    create: endpoint({
      ...shared,
      ...list,
      method: 'post',
      summary: `Create ${aOrAn(name)}`,
      permission: `space:${name}:create`,
      body: ifAllGiven<Of['create']>(schemas.create),
      status: 201,
      answer: schemas.schema,
      failures,
      audit: `${name}.create`,
    }),
    get: endpoint({ ...read, ...one, summary: `Get ${aOrAn(name)}`, answer: schemas.schema }),
    update: endpoint({
      ...shared,
      ...one,
      method: 'put',
      summary: `Update ${aOrAn(name)}; what is not sent is kept`,
      permission: `space:${name}:update`,
      body: schemas.update,
      status: 200,
      answer: schemas.schema,
      isConditional: true,
      failures,
      audit: `${name}.update`,
    }),
    delete: endpoint({
      ...shared,
      ...one,
      method: 'delete',
      summary: `Delete ${aOrAn(name)}`,
      permission: `space:${name}:delete`,
      status: 204,
      isConditional: true,
      audit: `${name}.delete`,
    }),
  }
}

interface Paging<Filters extends z.ZodRawShape, Sorts extends readonly [string, ...string[]]> {
  filters: Filters
  sorts: Sorts
}

/** The calls of a resource of spaces whose list is read by page, newest first by default. */
export function pagedCallsOf<
  const Of extends SpaceEntity,
  Filters extends z.ZodRawShape,
  const Sorts extends readonly ['id', ...string[]],
>(of: Of, { filters, sorts }: Paging<Filters, Sorts>) {
  const calls = callsOf(of)
  return {
    ...calls,
    list: endpoint({
      ...calls.list,
      query: z.object({
        ...filters,
        limit: limitSchema(40),
        offset: offsetSchema.optional(),
        cursor: cursorSchema.optional(),
        sort_by: z.enum(sorts).default('id'),
        order_by: orderSchema.default('desc'),
      }),
    }),
    count: endpoint({
      ...calls.list,
      path: `${calls.list.path}/count`,
      isHeavy: true,
      summary: `Count the ${of.plural} that the filters match`,
      query: z.object(filters),
      answer: countSchema,
    }),
  }
}
