import { getTableName, is } from 'drizzle-orm'
import { type AnyPgTable, getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type TrashResource, trashResourceSchema } from '#contract/trash'
import * as schema from '../../db/schema'

/** The table of each kind of record. */
const ROOTS = {
  device: schema.device,
  connector: schema.connector,
  alertRule: schema.alertRule,
  tag: schema.tag,
  variable: schema.variable,
  note: schema.deviceNote,
  view: schema.view,
} satisfies Record<TrashResource, AnyPgTable>

/** Tables whose rows are lost with a record, as `table` or `table of resource`, and why. */
const LOST: ReadonlySet<string> = new Set([
  // A restored rule starts anew: its alerts have ended, and values were not evaluated meanwhile.
  'alert_state of alertRule',
  // Somebody outside would see the device again.
  'guest_link of device',
  // The devices of views are found anew every minute.
  'view_device of device',
  'view_device of view',
])

/** A table that refers to another one. */
interface Reference {
  /** Name of the other table. */
  to: string
  isCascading: boolean
  /** Names of its own columns, and of those that they refer to. */
  columns: readonly (readonly [own: string, other: string])[]
}

/** A table with rows of a record. */
export interface Part {
  table: string
  /** The column with the id of the record. */
  recordId: string
  /** Names of its columns, without the id of the space and what the database computes. */
  columns: readonly string[]
  /** What the database computes. */
  computed: readonly string[]
  /** The last column of its primary key: of too many rows, those that are greatest by it are kept. */
  newest: string
  /** References to other tables than the record's; a row is restored only if these are still there. */
  others: readonly Reference[]
}

/** A kind of record with everything that is deleted with it. */
interface Kind {
  root: Part
  /** Tables whose rows the database deletes with the record. */
  parts: readonly Part[]
}

const SPACE_ID = 'space_id'

const referencesOf = (table: PgTable): Reference[] =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference()
    return {
      to: getTableName(foreignTable),
      isCascading: key.onDelete === 'cascade',
      columns: columns.map((column, place): [string, string] => [
        column.name,
        foreignColumns[place]?.name ?? '',
      ]),
    }
  })

const TABLES: ReadonlyMap<string, PgTable> = new Map(
  Object.values(schema)
    .filter((table) => is(table, PgTable))
    .map((table) => [getTableName(table), table]),
)

const isComputed = ({ generated }: PgColumn) => generated !== undefined

function partOf(table: PgTable, recordId: string, root: string): Part {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns.at(-1)?.name
  if (key === undefined) throw new Error(`${name} has no primary key with several columns`)
  return {
    table: name,
    recordId,
    columns: columns.filter((one) => !isComputed(one) && one.name !== SPACE_ID).map((one) => one.name),
    computed: columns.filter(isComputed).map((one) => one.name),
    newest: key,
    others: referencesOf(table).filter(({ to }) => to !== root && to !== 'space'),
  }
}

function kindOf(resource: TrashResource): Kind {
  const root = getTableName(ROOTS[resource])
  const parts = [...TABLES.values()].flatMap((table) => {
    const name = getTableName(table)
    const reference = referencesOf(table).find(({ to, isCascading }) => to === root && isCascading)
    const recordId = reference?.columns.find(([, other]) => other === 'id')?.[0]
    if (recordId === undefined || LOST.has(`${name} of ${resource}`)) return []
    return [partOf(table, recordId, root)]
  })
  return { root: partOf(ROOTS[resource], 'id', root), parts }
}

/** The kinds of records that go to the trash; what belongs to them follows from the foreign keys of the tables. */
export const KINDS: Readonly<Record<TrashResource, Kind>> = {
  device: kindOf('device'),
  connector: kindOf('connector'),
  alertRule: kindOf('alertRule'),
  tag: kindOf('tag'),
  variable: kindOf('variable'),
  note: kindOf('note'),
  view: kindOf('view'),
}

/** The kinds, by name. */
export const TRASH_RESOURCES = trashResourceSchema.options
