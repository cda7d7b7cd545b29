import { api } from '#contract'
import { KEY_PERMISSIONS } from '#contract/permissions'
import type { Space } from '#contract/spaces'
import { TAG_COLORS } from '#contract/tags'
import { call, type Question } from '../../harness/http'
import { deviceInput } from '../../support/builders'
import { type Proof, uplinkOf } from '../../support/uplink'

/** Attackers use another address of this machine than their neighbour, when the system has one. */
export const elsewhere: Pick<Question, 'from'> = process.platform === 'linux' ? { from: '127.0.0.2' } : {}

/** Calls /v2 from that address. @throws Error for an unsuccessful answer */
export const callFrom =
  (url: string) =>
  (method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) =>
    call(url, method, path, { body, ...(token && { token }), ...elsewhere })
export type Call = ReturnType<typeof callFrom>

/** A signed-in person with a space and a device. */
export interface Tenant {
  token: string
  space: Space
  device: Proof
}

/** Creates another space of a tenant, with a device. */
export async function anotherSpace(
  call: Call,
  { token }: Pick<Tenant, 'token'>,
  name: string,
): Promise<Tenant> {
  const space = api.spaces.create.answer.parse(await call('POST', '/spaces', { token, body: { name } }))
  const device = deviceInput()
  await call('POST', `/spaces/${space.id}/devices`, { token, body: device })
  return { token, space, device }
}

/** Creates a key with all permissions in a space; returns its id. */
export async function aKey(call: Call, { token, space }: Tenant): Promise<string> {
  const body = { name: 'everything', permissions: KEY_PERMISSIONS }
  return api.keys.create.answer.parse(await call('POST', `/spaces/${space.id}/keys`, { token, body })).id
}

/** Creates a tag; returns it as the value of a tags field. */
async function tagsOf(call: Call, { token, space }: Tenant, name: string) {
  const body = { name, color: TAG_COLORS[0] }
  const tag = await call('POST', `/spaces/${space.id}/tags`, { token, body })
  return [{ id: api.tags.create.answer.parse(tag).id }]
}

/** Creates a connector with this code, and a device whose messages trigger it. */
export async function aRoute(call: Call, tenant: Tenant, transformation: string) {
  const { token, space } = tenant
  const { name } = deviceInput()
  const tags = await tagsOf(call, tenant, name)
  const device = deviceInput({ tags })
  await call('POST', `/spaces/${space.id}/devices`, { token, body: device })
  const body = { name, direction: 'up', triggers: ['data'], tags, transformation, retry_delays: [] }
  const connector = await call('POST', `/spaces/${space.id}/connectors`, { token, body })
  return { device, connector: api.connectors.create.answer.parse(connector) }
}

/** Simultaneous calls while filling. */
const AT_A_TIME = 8

/** Runs the work for all items, some at a time. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const left = [...items]
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}

const FLEET = { devices: 1000, messages: 100_000, batch: 500 }

/** Fills a new space of the tenant. */
export async function aFleet(call: Call, tenant: Tenant) {
  const own = await anotherSpace(call, tenant, 'flood-fleet')
  const { token, space, device } = own
  const tags = await tagsOf(call, own, 'everything')
  const devices = Array.from({ length: FLEET.devices }, () => deviceInput({ tags }))
  let deviceId = ''
  await inParallel(devices, async (body) => {
    const made = await call('POST', `/spaces/${space.id}/devices`, { token, body })
    deviceId ||= api.devices.create.answer.parse(made).id
  })
  const batches = Array.from({ length: FLEET.messages / FLEET.batch }, (_, i) => i)
  await inParallel(batches, async (i) => {
    const body = { sequence: i, temperature: 20.5 + (Math.floor(i / 2) % 2) }
    const uplinks = Array.from({ length: FLEET.batch }, (_, place) =>
      uplinkOf(devices[(i * FLEET.batch + place) % FLEET.devices] ?? device, { body }),
    )
    await call('POST', '/devices/uplinks', { body: { uplinks } })
  })
  return { ...own, devices, deviceId, tagId: tags[0]?.id ?? '', key: await aKey(call, own) }
}
