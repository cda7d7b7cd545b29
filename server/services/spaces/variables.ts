import { and, type SQL, sql } from 'drizzle-orm'
import {
  VARIABLE_LOCKED,
  type VARIABLE_SORTS,
  type VariableCreate,
  type VariableFilters,
  type VariableUpdate,
  variableEntity,
} from '#contract/variables'
import { type Queryable, violatedConstraint } from '../../db/database'
import { variable } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import type { Caller } from '../common/caller'
import { columnsOf, selectText } from '../common/columns'
import type { JsonText } from '../common/json'
import { pagedList } from '../common/pagedList'
import type { Key } from '../common/spaceReads'
import { type ChangeOptions, spaceResource } from '../common/spaceResource'
import { holdDevice } from '../devices/hold'

const deviceName: SQL<string | null> = sql`
  (select d.name from device d where d.space_id = variable.space_id and d.id = variable.device_id)`

const COLUMNS = columnsOf(variableEntity.schema, variable, { device_name: deviceName })

/** Variables of a space. Rules, "Variables". */
export const variables = spaceResource({
  table: variable,
  entity: variableEntity,
  columns: COLUMNS,
  elsewhere: {},
})

/** The pages of the variable list. */
export const variableList = pagedList<VariableFilters, (typeof VARIABLE_SORTS)[number]>({
  table: 'variable',
  selection: selectText(COLUMNS),
  sorts: { id: (row) => `${row}.id`, name: (row) => `${row}.name` },
  filter: (statement, { name, device_id: deviceId, environment }) => {
    // Names sort by code point, a collation that knows no letters beyond ASCII.
    const folded = 'lower(variable.name collate "default")'
    if (name) statement.conditions.push(`strpos(${folded}, lower(${statement.value(name)})) > 0`)
    if (deviceId) statement.conditions.push(`variable.device_id = ${statement.value(deviceId)}`)
    if (environment) statement.conditions.push(`variable.environment = ${statement.value(environment)}`)
  },
})

/**
 * Creates a variable of the space, or of one of its devices.
 * @throws ApiError 400 for a device that is not in the space, 409 for one that was moved to another
 */
export async function createVariable(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: VariableCreate,
): Promise<JsonText> {
  const { device_id: deviceId } = input
  const store = async (tx: Queryable) => deviceId && holdDevice(tx, { spaceId, deviceId })
  try {
    return await variables.create(deps, caller, spaceId, input, { store })
  } catch (error) {
    if (violatedConstraint(error) !== 'variable_device') throw error
    throw new ApiError(400, 'device_id is not the id of a device in this space')
  }
}

/** Refuses the change of a locked variable. */
const checkUnlocked = (key: Key) => async (tx: Queryable) => {
  const locked = and(variables.is(key.spaceId, key.id), variable.locked)
  if ((await tx.$count(variable, locked)) > 0) throw new ApiError(409, VARIABLE_LOCKED)
}

/** @throws ApiError 404, 409 for a locked variable, 412 */
export async function updateVariable(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: Key,
  input: VariableUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  return variables.update(deps, caller, key, input, { ...options, check: checkUnlocked(key) })
}

/** Locks or unlocks a variable. @throws ApiError 404, 412 */
export const setLocked = async (
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: Key,
  locked: boolean,
  options?: ChangeOptions,
): Promise<JsonText> =>
  variables.update(
    deps,
    caller,
    key,
    {},
    {
      ...options,
      row: { locked },
      action: locked ? 'variable.lock' : 'variable.unlock',
    },
  )

/** @throws ApiError 404, 409 for a locked variable, 412 */
export async function deleteVariable(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await variables.delete(deps, caller, key, { ...options, check: checkUnlocked(key) })
}
