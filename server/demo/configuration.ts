import { MINUTE } from '#contract/common/durations'
import { orderOf, readConfiguration } from '#contract/configuration'
import type { Queryable } from '../db/database'
import { configTemplate, configTemplateTag, deviceConfiguration } from '../db/schema'
import { DEMO_ACCOUNTS } from '../demoAccounts'
import { newId } from '../services/common/ids'
import { settled, unknownConfiguration } from '../services/devices/configurationRow'
import type { OneDevice } from '../services/devices/lockDevice'
import type { PastMessage } from './history'
import type { DemoPlace } from './place'
import type { Settings } from './simulator/types'

/** A configuration template of the demo, before it is stored. */
export interface DemoTemplate {
  name: string
  settings: Settings
  /** Names of its tags. */
  tags: string[]
  comment: string | null
}

/** Who wishes the settings. */
const [{ email: wishedBy }] = DEMO_ACCOUNTS

const hasBody = (body: string | null) => body !== null && readConfiguration(JSON.parse(body)) !== null

/** Whether a downlink orders some of the settings. */
const isOrderOf = (wished: Settings) => {
  const lines = new Set(
    [orderOf(Object.entries(wished).map(([name, value]) => ({ name, wished: value })))].flat(),
  )
  return ({ direction, type, body }: PastMessage) =>
    direction === 'down' &&
    type === 'config' &&
    [JSON.parse(body ?? 'null')].flat().some((line) => lines.has(line))
}

/** Stores what a device has reported last, and what is wished for it. */
export async function insertConfiguration(
  db: Queryable,
  { spaceId, deviceId }: OneDevice,
  messages: readonly PastMessage[],
  wished: Settings | null,
): Promise<void> {
  const last = messages.findLast(
    ({ type, direction, body }) => type === 'config' && direction === 'up' && hasBody(body),
  )
  const read = last && readConfiguration(JSON.parse(last.body ?? 'null'))
  if (!last || !read) return
  const order = wished
    ? messages.filter(({ down_state }) => down_state !== 'cancelled').findLast(isOrderOf(wished))
    : undefined
  const wishedAt = wished && (order?.created_at ?? last.created_at)
  const known = {
    ...unknownConfiguration(deviceId),
    reported: read.settings,
    reportedAt: last.created_at,
    form: read.form,
    ...(wished && { wished, wishedBy, wishedAt, version: 2 }),
    ...(order && {
      orderId: order.id,
      orderAt: order.created_at,
      orderState: order.down_state,
      orderStateAt: order.down_state_at,
      orderHandedAt: order.down_state_at,
      orderBody: order.body,
    }),
  }
  const isAnswered = !order?.down_state_at || last.created_at > order.down_state_at
  const { row } = settled(known, isAnswered ? last.created_at : order.created_at)
  const { orderState: _state, orderStateAt: _at, orderBody: _body, ...stored } = row
  await db.insert(deviceConfiguration).values({ ...stored, spaceId })
}

/** Stores the templates of a space, the first one at a time (Unix ms), the others a minute apart. */
export async function insertTemplates(
  db: Queryable,
  { spaceId, tags }: DemoPlace,
  templates: readonly DemoTemplate[] = [],
  at: number,
): Promise<void> {
  for (const [i, { tags: names, ...template }] of templates.entries()) {
    const createdAt = new Date(at + i * MINUTE)
    const id = newId(createdAt)
    await db.insert(configTemplate).values({ ...template, spaceId, id, createdAt })
    const tagIds = names.flatMap((name) => tags.get(name) ?? [])
    if (tagIds.length > 0)
      await db
        .insert(configTemplateTag)
        .values(tagIds.map((tagId) => ({ spaceId, configTemplateId: id, tagId })))
  }
}
