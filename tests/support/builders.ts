import { randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { api } from '#contract'
import { type Connector, type ConnectorInput, WEBHOOK_EVENTS } from '#contract/connectors'
import type { Device, DeviceCreate } from '#contract/devices'
import { KEY_HEADER, type Key, type KeyCreate } from '#contract/keys'
import { type MessageType, UPLINK_BATCH_MAX } from '#contract/messages'
import type { KeyPermission, SpaceRole } from '#contract/permissions'
import { TAG_COLORS, type Tag } from '#contract/tags'
import type { Variable, VariableCreate } from '#contract/variables'
import type { Db } from '../../server/db/database'
import { withPartitionOf } from '../../server/db/partitions'
import {
  appUser,
  auditEntry,
  device as deviceTable,
  message,
  messageEvent,
  spaceUser,
  spaceUserTag,
  tag,
  variable,
} from '../../server/db/schema'
import type { Deps } from '../../server/deps'
import { giveToken } from '../../server/services/accounts/signIn/tokens'
import { createUser, insertSpace, type NewUser } from '../../server/services/accounts/users'
import { NO_SPACE, newId } from '../../server/services/common/ids'
import type { CallOptions, TestServer } from './makeServer'

const unique = () => randomBytes(6).toString('hex')

export const aSerialNumber = () => String(randomInt(1e9, 9_999_999_999))
export const aClaimToken = () => randomBytes(16).toString('hex')

/** A server for builders: in this process, or in another process on the same database. */
export interface Fillable {
  db: Db
  deps: Pick<Deps, 'signingKey' | 'now'>
  call: TestServer['call']
}

/** Calls /v2 of a server in another process. */
export const remoteCall =
  (urlOf: () => string): Fillable['call'] =>
  (method, path, options?: CallOptions) => {
    const { token, key, headers, body } = options ?? {}
    return fetch(`${urlOf()}/v2${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { [KEY_HEADER]: key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

export interface TestUser {
  id: string
  email: string
  password: string
  /** A valid bearer token. */
  token: string
}

const PASSWORD = 'a good password'
/** One hash for all, as cheap as argon2 allows, because most people of tests never sign in by password. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Creates a verified, signed-in person. */
export async function aUser({ db, deps }: Fillable, values: Partial<NewUser> = {}): Promise<TestUser> {
  const user = { email: `user-${unique()}@example.com`, isVerified: true, ...values }
  const id = await createUser(db, user)
  if (user.password === undefined)
    await db
      .update(appUser)
      .set({ passwordHash: await passwordHash })
      .where(eq(appUser.id, id))
  const token = await giveToken(deps, db, { uid: id, sys: user.systemRole ?? 'user' })
  return { id, email: user.email, password: user.password ?? PASSWORD, token }
}

export interface TestSpace {
  id: string
  name: string
  owner: TestUser
}

/** Creates a space with its admin, by default a new person. */
export async function aSpace(server: Fillable, owner?: TestUser): Promise<TestSpace> {
  const admin = owner ?? (await aUser(server))
  const name = `space-${unique()}`
  const id = await insertSpace(server.db, { name, type: 'team', ownerId: admin.id })
  return { id, name, owner: admin }
}

interface MemberValues {
  invited?: boolean
  user?: TestUser
  /** The tags that the person is limited to. */
  tags?: readonly { id: string }[]
  permissions?: readonly KeyPermission[] | null
  endsAt?: Date | null
}

/**
 * Adds a member to the space, or invites one, by default a new person. `listedId` is their id in the list of the space.
 */
export async function aMember(
  server: Fillable,
  space: TestSpace,
  role: SpaceRole,
  { invited = false, user: given, tags = [], permissions = null, endsAt = null }: MemberValues = {},
): Promise<TestUser & { listedId: string }> {
  const user = given ?? (await aUser(server))
  const invitationId = invited ? newId() : null
  await server.db.insert(spaceUser).values({
    spaceId: space.id,
    userId: user.id,
    role,
    invited,
    invitationId,
    permissions: permissions && [...permissions],
    endsAt,
    isLimited: tags.length > 0,
  })
  if (tags.length > 0)
    await server.db
      .insert(spaceUserTag)
      .values(tags.map(({ id }) => ({ spaceId: space.id, spaceUserId: user.id, tagId: id })))
  return { ...user, listedId: invitationId ?? user.id }
}

export async function aTag(
  server: Fillable,
  space: TestSpace,
  name = `tag-${unique()}`,
  accessType: Tag['access_type'] = 'write',
): Promise<Pick<Tag, 'id' | 'name' | 'color'>> {
  const created = { id: newId(), name, color: TAG_COLORS[0] }
  await server.db.insert(tag).values({ spaceId: space.id, accessType, ...created })
  return created
}

/** The payload that creates a device. */
export const deviceInput = (values: Partial<DeviceCreate> = {}) => ({
  name: `device-${unique()}`,
  serial_number: aSerialNumber(),
  token: aClaimToken(),
  ...values,
})

/** Claims a device as the owner of the space; returns it with its claim token. */
export async function aDevice(
  server: Fillable,
  space: TestSpace,
  values: Partial<DeviceCreate> = {},
): Promise<Device & { token: string }> {
  const body = deviceInput(values)
  const path = `/spaces/${space.id}/devices`
  const answer = await server.call('POST', path, { body, token: space.owner.token })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return { ...api.devices.create.answer.parse(await answer.json()), token: body.token }
}

/** Claims devices as the owner of the space, one after the other. */
export async function manyDevices(
  server: Fillable,
  space: TestSpace,
  count: number,
  values?: Partial<DeviceCreate>,
) {
  const devices: Awaited<ReturnType<typeof aDevice>>[] = []
  while (devices.length < count) devices.push(await aDevice(server, space, values))
  return devices
}

/** The payload that creates a variable of the whole space. */
export const variableInput = (values: Partial<VariableCreate> = {}) => ({
  name: `variable-${unique()}`,
  value: 'A0B1C2D3',
  environment: 'wmbus',
  ...values,
})

/** Creates a variable as the owner of the space. */
export async function aVariable(
  server: Fillable,
  space: TestSpace,
  values: Partial<VariableCreate> = {},
): Promise<Variable> {
  const body = variableInput(values)
  const path = `/spaces/${space.id}/variables`
  const answer = await server.call('POST', path, { body, token: space.owner.token })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return api.variables.create.answer.parse(await answer.json())
}

/** Locks a variable, which the API itself cannot do. */
export const lockVariable = async ({ db }: Fillable, id: string) =>
  db.update(variable).set({ locked: true }).where(eq(variable.id, id))

/** The payload that creates a connector for data of devices. */
export const connectorInput = (values: Partial<ConnectorInput> = {}) => ({
  name: `connector-${unique()}`,
  type: 'webhook',
  direction: 'up',
  triggers: ['data'],
  transformation: `function main(job) {
  return { url: 'https://example.com', data: job.message.body }
}`,
  ...values,
})

/** Creates a connector as the owner of the space. */
export async function aConnector(
  server: Pick<Fillable, 'call'>,
  space: Pick<TestSpace, 'id'> & { owner: Pick<TestUser, 'token'> },
  values: Partial<ConnectorInput> = {},
): Promise<Connector> {
  const body = connectorInput(values)
  const path = `/spaces/${space.id}/connectors`
  const answer = await server.call('POST', path, { body, token: space.owner.token })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return api.connectors.create.answer.parse(await answer.json())
}

/** Creates a key as the owner of the space. */
export async function aKey(
  server: Fillable,
  space: TestSpace,
  values: Partial<KeyCreate> = {},
): Promise<Key> {
  const body = { name: `key-${unique()}`, ...values }
  const answer = await server.call('POST', `/spaces/${space.id}/keys`, { body, token: space.owner.token })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return api.keys.create.answer.parse(await answer.json())
}

/** Sends one message for each body, in this order, and returns their ids. Bodies are JSON values. */
export async function messagesOf(
  server: Fillable,
  { serial_number, token }: { serial_number: string; token: string },
  bodies: readonly unknown[],
  type: MessageType = 'data',
): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < bodies.length; start += UPLINK_BATCH_MAX) {
    const batch = bodies.slice(start, start + UPLINK_BATCH_MAX)
    const uplinks = batch.map((body) => ({ serial_number, token, type, body: JSON.stringify(body) }))
    const answer = await server.call('POST', '/devices/uplinks', { body: { uplinks } })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    for (const stored of api.messages.uplinks.answer.parse(await answer.json())) {
      if ('error' in stored) throw new Error(stored.error)
      ids.push(stored.id)
    }
  }
  return ids
}

/** Stores a message: an uplink of the device, unless the values differ. Returns its id. */
export async function aMessage(
  { db, deps }: Pick<Fillable, 'db' | 'deps'>,
  device: Pick<Device, 'id'>,
  { at = deps.now(), ...values }: Partial<typeof message.$inferInsert> & { at?: Date } = {},
): Promise<string> {
  const id = newId(at)
  const [owner] = await db
    .select({ spaceId: deviceTable.spaceId })
    .from(deviceTable)
    .where(eq(deviceTable.id, device.id))
  if (!owner) throw new Error('the device is in no space')
  const row = { ...owner, deviceId: device.id, id, createdAt: at } as const
  await withPartitionOf(db.$client, at, () =>
    db.insert(message).values({ ...row, type: 'data', direction: 'up', body: '{}', ...values }),
  )
  return id
}

/** Stores an event of a message: a successful delivery, unless the values differ. */
export async function anEvent(
  { db, deps }: Pick<Fillable, 'db' | 'deps'>,
  messageId: string,
  values: Partial<typeof messageEvent.$inferInsert> = {},
): Promise<void> {
  const [owner] = await db.select().from(message).where(eq(message.id, messageId))
  if (!owner) throw new Error('there is no such message')
  const { spaceId, deviceId, createdAt: messageCreatedAt } = owner
  const row = { spaceId, deviceId, messageId, messageCreatedAt, id: newId(), createdAt: deps.now() }
  await withPartitionOf(db.$client, messageCreatedAt, () =>
    db.insert(messageEvent).values({ ...row, type: WEBHOOK_EVENTS.delivered, ...values }),
  )
}

/** Stores an entry of the audit log: the server updated a device, unless the values differ. Returns its id. */
export async function anAuditEntry(
  { db, deps }: Pick<Fillable, 'db' | 'deps'>,
  space: Pick<TestSpace, 'id' | 'name'> | null,
  {
    createdAt = deps.now(),
    action = 'device.update',
    ...values
  }: Partial<typeof auditEntry.$inferInsert> = {},
): Promise<string> {
  const id = newId(createdAt)
  const where = { spaceId: space?.id ?? NO_SPACE, spaceName: space?.name ?? null }
  await db.insert(auditEntry).values({ id, createdAt, action, actorType: 'server', ...where, ...values })
  return id
}
