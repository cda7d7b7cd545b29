import { api } from '#contract'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { TAG_COLORS } from '#contract/tags'
import { deviceInput } from '../../support/builders'
import { type Proof, uplinkOf } from '../../support/uplink'
import { anotherSpace, call, type Tenant } from './tenants'

const DEVICES = 1000
const MESSAGES = 100_000
const BATCH = 500
/** Calls at a time while it is filled. */
const AT_A_TIME = 8

/** A space with a thousand devices that carry a tag, and what calls it. */
export interface Fleet extends Tenant {
  key: string
  tagId: string
  deviceId: string
  devices: Proof[]
}

/** Does the work of all items, some at a time. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const left = [...items]
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}

/** Makes the id of a key that may do everything in a space. */
export async function aKey(url: string, { token, space }: Tenant): Promise<string> {
  const body = { name: 'everything', permissions: KEY_PERMISSIONS }
  return api.keys.create.answer.parse(await call(url, 'POST', `/spaces/${space.id}/keys`, { token, body })).id
}

/** Fills a new space of the tenant. */
export async function aFleet(url: string, tenant: Tenant): Promise<Fleet> {
  const { token, space, device } = await anotherSpace(url, tenant, 'flood-fleet')
  const at = `/spaces/${space.id}`
  const tag = { name: 'everything', color: TAG_COLORS[0] }
  const { id: tagId } = api.tags.create.answer.parse(
    await call(url, 'POST', `${at}/tags`, { token, body: tag }),
  )
  const devices = Array.from({ length: DEVICES }, () => deviceInput({ tags: [{ id: tagId }] }))
  let deviceId = ''
  await inParallel(devices, async (body) => {
    const made = await call(url, 'POST', `${at}/devices`, { token, body })
    deviceId ||= api.devices.create.answer.parse(made).id
  })
  await inParallel(
    Array.from({ length: MESSAGES / BATCH }, (_, i) => i),
    async (i) => {
      const uplinks = Array.from({ length: BATCH }, (_, place) => {
        const sender = devices[(i * BATCH + place) % DEVICES] ?? device
        return uplinkOf(sender, { body: { sequence: i, temperature: 20.5 + (Math.floor(i / 2) % 2) } })
      })
      await call(url, 'POST', '/devices/uplinks', { body: { uplinks } })
    },
  )
  const key = await aKey(url, { token, space, device })
  return { token, space, device, key, tagId, deviceId, devices }
}
