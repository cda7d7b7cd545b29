import type { z } from 'zod'
import type { Entity } from '#contract/entity'
import type { CrudName } from '#contract/permissions'
import * as schema from '../../db/schema'
import { columnsOf, type HeldFields, type OwnFields } from '../common/columns'
import { spaceResource } from './spaceResource'

const tables = { ...schema }
type Tables = typeof tables
/** Names of resources of spaces whose table has the same name. */
type Name = CrudName & keyof Tables

/** The fields that the table does not have, by name and by type. */
type Missing<Table extends Tables[Name], Of extends Entity> =
  | Exclude<keyof z.output<Of['schema']>, OwnFields<Table, z.output<Of['schema']>>>
  | Exclude<keyof z.output<Of['create']>, HeldFields<Table, z.output<Of['create']>>>

/**
 * Reads and changes a resource of spaces that needs nothing special: its table has its name, and a column for every field. A resource
 * without such a column does not compile.
 */
export function plainResource<const Of extends Entity<Name>>(
  entity: Of & { [Field in Missing<Tables[Of['name']], Of>]: 'has no column' },
): ReturnType<typeof spaceResource<Tables[Of['name']], Of>>
export function plainResource(entity: Entity<Name>) {
  const table = tables[entity.name]
  return spaceResource({ table, entity, columns: columnsOf(entity.schema, table, {}), customStores: {} })
}
