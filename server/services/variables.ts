import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { foldText, HIDDEN, wordsOf } from '#contract/common'
import { DEVICE_GONE } from '#contract/trash'
import {
  SHARED_VALUE_MAX_LENGTH,
  SHARED_VALUE_MIN_LENGTH,
  SHARED_VALUES_MAX_LENGTH,
  SHARED_VARIABLES_MAX,
  VARIABLE_LOCKED,
  type VARIABLE_SORTS,
  type Variable,
  type VariableCreate,
  type VariableFilters,
  type VariableUpdate,
  variableEntity,
} from '#contract/variables'
import { type Queryable, violatedConstraint } from '../db/database'
import { variable } from '../db/schema'
import { foldedText } from '../db/schema/columns'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import { withoutSecrets } from './audit/note'
import { type Caller, may } from './common/caller'
import { columnsOf, selectText } from './common/columns'
import { JsonText } from './common/json'
import { byLanguage, sortableLanguage } from './common/language'
import { checkChange, hasAllowedTag, limitOf } from './common/visibility'
import { lockDevice, type OneDevice } from './devices/lockDevice'
import { type Deleting, discard } from './discard/discard'
import { pagedList } from './resources/pagedList'
import type { Key } from './resources/spaceQueries'
import { type ChangeOptions, spaceResource } from './resources/spaceResource'

const deviceName: SQL<string | null> = sql`
  (select d.name from device d where d.space_id = variable.space_id and d.id = variable.device_id)`

const COLUMNS = columnsOf(variableEntity.schema, variable, { device_name: deviceName })

/** Variables of a space; a key with tags sees those of the devices that it sees. Rules, "Variables". */
const variables = spaceResource({
  table: variable,
  entity: variableEntity,
  columns: COLUMNS,
  seenBy: (caller) => hasAllowedTag(caller, 'device', { spaceId: variable.spaceId, id: variable.deviceId }),
  customStores: {},
})

/** Names sort by code point, a collation that does not fold letters beyond ASCII. */
const NAME = foldedText('variable.name collate "default"')
const SEARCHED = foldedText(
  `(variable.name || ' ' || variable.environment || ' ' || coalesce(variable.comment, '')) collate "default"`,
)

export const variableList = pagedList<VariableFilters, (typeof VARIABLE_SORTS)[number]>({
  table: 'variable',
  selection: selectText(COLUMNS),
  sorts: {
    id: (row) => `${row}.id`,
    name: (row, _now, _order, language) => byLanguage(`${row}.name`, language),
  },
  filter: (statement, { name, text, device_id: deviceId, environment, for_connectors: isFor }) => {
    if (name) statement.conditions.push(`strpos(${NAME}, ${statement.value(foldText(name))}) > 0`)
    for (const word of wordsOf(text ?? ''))
      statement.conditions.push(`strpos(${SEARCHED}, ${statement.value(word)}) > 0`)
    if (deviceId) statement.conditions.push(`variable.device_id = ${statement.value(deviceId)}`)
    if (environment) statement.conditions.push(`variable.environment = ${statement.value(environment)}`)
    if (isFor)
      statement.conditions.push(`variable.for_connectors = ${statement.value(isFor === 'true')}::boolean`)
  },
  isWithin: (statement, id, tagIds) => `${id} in (
    select v.id from variable v join device_tag t on t.space_id = v.space_id and t.device_id = v.device_id
    where v.space_id = $1 and t.tag_id = any(${statement.value(tagIds)}::uuid[]))`,
})

const recordSchema = z.record(z.string(), z.json())
const recordsSchema = z.array(recordSchema)

/** An answer with variables, without the values of secrets, and without what the caller may not read: values, and names of devices. */
async function shown(caller: Caller, answer: Promise<JsonText>): Promise<JsonText> {
  const { text, version } = await answer
  const hasValues = may(caller, 'space:variable:value:read')
  const hasNames = may(caller, 'space:device:read')
  const read: unknown = JSON.parse(text)
  const hide = (fields: z.output<typeof recordSchema>) => ({
    ...withoutSecrets(fields, hasValues && fields['secret'] !== true ? [] : ['value']),
    ...(!hasNames && { device_name: null }),
  })
  const hidden = Array.isArray(read) ? recordsSchema.parse(read).map(hide) : hide(recordSchema.parse(read))
  return new JsonText(JSON.stringify(hidden), version)
}

type Changing = Pick<Deps, 'db' | 'now'>

export const listVariables: typeof variableList.list = async (deps, caller, spaceId, query) => {
  const language = await sortableLanguage(deps.db, query.language)
  return shown(caller, variableList.list(deps, caller, spaceId, { ...query, language }))
}

/** Number of variables that match the filters. */
export const countVariables = variableList.count

/** @throws ApiError 404 */
export const readVariable: typeof variables.read = (deps, caller, key) =>
  shown(caller, variables.read(deps, caller, key))

const notInSpace = () => new ApiError(400, 'device_id is not the id of a device in this space')

/**
 * Checks that the caller may create a variable of a device, and locks the device in its space.
 * @throws ApiError 400 for one that the caller does not see, 403, 409 for one that was moved to another space
 */
async function checkDevice(tx: Queryable, caller: Caller, one: OneDevice): Promise<void> {
  try {
    await lockDevice(tx, one, 'key share', caller)
    await checkChange(tx, caller, one)
  } catch (error) {
    throw error instanceof ApiError && error.status === 404 ? notInSpace() : error
  }
}

/** A variable after its change. */
type Becoming = Pick<Variable, 'value' | 'device_id' | 'for_connectors'>

/**
 * Checks that the functions of connectors may get a variable.
 * @param tx has locked the space, so that none is added meanwhile
 * @param before null for a new variable
 * @throws ApiError 400 for a value that is too short to be masked, 403 for a caller that may not read values and would have a connector
 * send one, 409 if there are too many
 */
async function checkShared(
  tx: Queryable,
  caller: Caller,
  spaceId: string,
  { value, device_id: deviceId, for_connectors: isShared }: Becoming,
  before: Becoming | null,
): Promise<void> {
  if (!isShared) return
  if (value.length < SHARED_VALUE_MIN_LENGTH)
    throw new ApiError(
      400,
      `value must have at least ${SHARED_VALUE_MIN_LENGTH} characters for connectors, because it is masked wherever it appears`,
    )
  if (value.length > SHARED_VALUE_MAX_LENGTH)
    throw new ApiError(400, `value must have at most ${SHARED_VALUE_MAX_LENGTH} characters for connectors`)
  if (before?.for_connectors && before.value.length >= value.length) return
  if (before && !before.for_connectors && !may(caller, 'space:variable:value:read'))
    throw new ApiError(
      403,
      'forbidden: whoever cannot read the value of a variable cannot give it to connectors',
    )
  await checkShareable(tx, spaceId, { value, device_id: deviceId, for_connectors: isShared }, before)
}

/** Checks that there is space for one more value, or a longer one, for connectors. @throws ApiError 409 */
async function checkShareable(
  tx: Queryable,
  spaceId: string,
  { value, device_id: deviceId }: Becoming,
  before: Becoming | null,
): Promise<void> {
  const ofSame = deviceId === null ? isNull(variable.deviceId) : eq(variable.deviceId, deviceId)
  const shared = and(eq(variable.spaceId, spaceId), ofSame, variable.forConnectors)
  const [{ count, length } = { count: 0, length: 0 }] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      length: sql<number>`coalesce(sum(length(${variable.value})), 0)::int`,
    })
    .from(variable)
    .where(shared)
  const isCounted = before?.for_connectors === true
  const left = length - (isCounted ? before.value.length : 0)
  if (count + (isCounted ? 0 : 1) > SHARED_VARIABLES_MAX || left + value.length > SHARED_VALUES_MAX_LENGTH)
    throw new ApiError(
      409,
      `connectors get at most ${SHARED_VARIABLES_MAX} variables of a space, and of a device, with ${SHARED_VALUES_MAX_LENGTH} characters in all`,
    )
}

const storedSchema = z.object({
  value: z.string(),
  device_id: z.string().nullable(),
  for_connectors: z.boolean(),
})

/** Locks the device of a variable that is restored. @throws ApiError 409 if it was deleted, or moved to another space */
async function keepDevice(tx: Queryable, one: OneDevice): Promise<void> {
  try {
    await lockDevice(tx, one)
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(409, DEVICE_GONE) : error
  }
}

/**
 * Checks that the device of a variable is there, and that the functions of connectors may get it again, before it is restored.
 * @param tx has locked the space
 * @param stored its row, as JSON
 * @throws ApiError 409 if the device is not in the space, or there are too many
 */
export async function checkRestored(tx: Queryable, spaceId: string, stored: unknown): Promise<void> {
  const row = storedSchema.parse(stored)
  if (row.device_id !== null) await keepDevice(tx, { spaceId, deviceId: row.device_id })
  if (row.for_connectors) await checkShareable(tx, spaceId, row, null)
}

/**
 * Creates a variable of the space, or of one of its devices.
 * @throws ApiError 400 for a device that is not in the space, 403, 409 for one that was moved to another, or if there are too many for
 * connectors
 */
export async function createVariable(
  deps: Changing,
  caller: Caller,
  spaceId: string,
  input: VariableCreate,
): Promise<JsonText> {
  const { device_id: deviceId } = input
  // The other callers of the space would see it, but this key none of them.
  if (!deviceId && limitOf(caller))
    throw new ApiError(403, 'forbidden: a caller with tags creates only variables of devices that they see')
  const wanted = { ...input, for_connectors: input.for_connectors ?? false, secret: input.secret ?? false }
  const check = async (tx: Queryable) => {
    if (deviceId) await checkDevice(tx, caller, { spaceId, deviceId })
    await checkShared(tx, caller, spaceId, wanted, null)
  }
  try {
    return await shown(caller, variables.create(deps, caller, spaceId, wanted, { check }))
  } catch (error) {
    throw violatedConstraint(error) === 'variable_device' ? notInSpace() : error
  }
}

/** Reads a variable after its lock, if the caller may change it. @throws ApiError 403 */
async function changed(tx: Queryable, caller: Caller, { text }: JsonText): Promise<Variable> {
  const before = variableEntity.schema.parse(JSON.parse(text))
  const { space_id: spaceId, device_id: deviceId } = before
  if (deviceId) await checkChange(tx, caller, { spaceId, deviceId })
  return before
}

/** Refuses the change of a locked variable, one that would show a secret, and one that connectors cannot have. */
const checkUpdate =
  (caller: Caller, { value, for_connectors: isShared, secret }: VariableUpdate) =>
  async (tx: Queryable, before: JsonText) => {
    const found = await checkUnlocked(tx, caller, before)
    if (found.secret && secret === false && value === undefined)
      throw new ApiError(400, 'value must be sent again, because the value of a secret is never shown')
    const becoming = {
      device_id: found.device_id,
      value: value ?? found.value,
      for_connectors: isShared ?? found.for_connectors,
    }
    await checkShared(tx, caller, found.space_id, becoming, found)
  }

async function checkUnlocked(tx: Queryable, caller: Caller, before: JsonText): Promise<Variable> {
  const found = await changed(tx, caller, before)
  if (found.locked) throw new ApiError(409, VARIABLE_LOCKED)
  return found
}

/**
 * Updates a variable; the placeholder of a hidden value keeps it.
 * @throws ApiError 400, 403, 404, 409 for a locked variable, or if there are too many for connectors, 412
 */
export async function updateVariable(
  deps: Changing,
  caller: Caller,
  key: Key,
  { value, ...others }: VariableUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  const input = value === HIDDEN ? others : { value, ...others }
  const check = checkUpdate(caller, input)
  return shown(caller, variables.update(deps, caller, key, input, { ...options, check, isCounted: true }))
}

/** Locks or unlocks a variable. @throws ApiError 403, 404, 412 */
export const setLocked = async (
  deps: Changing,
  caller: Caller,
  key: Key,
  locked: boolean,
  options?: ChangeOptions,
): Promise<JsonText> => {
  const change = {
    ...options,
    row: { locked },
    action: locked ? 'variable.lock' : 'variable.unlock',
    check: async (tx: Queryable, before: JsonText) => void (await changed(tx, caller, before)),
  } as const
  return shown(caller, variables.update(deps, caller, key, {}, change))
}

/** Deletes a variable, which goes to the trash. @throws ApiError 403, 404, 409 for a locked variable, 412 */
export async function deleteVariable(
  deps: Deleting,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  let detail: string | null = null
  const check = async (tx: Queryable, before: JsonText) => {
    detail = (await checkUnlocked(tx, caller, before)).device_name ?? null
  }
  await variables.delete(deps, caller, key, {
    ...options,
    check,
    remove: (tx, deleted) => discard(tx, deps, caller, { ...deleted, resource: 'variable', detail }),
  })
}
