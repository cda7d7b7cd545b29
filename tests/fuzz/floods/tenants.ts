import { api } from '#contract'
import type { Space } from '#contract/spaces'
import { TAG_COLORS } from '#contract/tags'
import { deviceInput } from '../../support/builders'
import type { Proof } from '../../support/uplink'
import { ask } from './client'

/** Somebody signed in, in a space of their own with a device. */
export interface Tenant {
  token: string
  space: Space
  device: Proof
}

/** Calls /v2 as a person. @throws Error for an unsuccessful answer */
export async function call(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<unknown> {
  const answer = await ask(url, { method, path: `/v2${path}`, ...(token && { token }), body })
  if (answer.status < 200 || answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.text === '' ? undefined : JSON.parse(answer.text)
}

/** A space of a tenant's own, with a device. */
export async function anotherSpace(
  url: string,
  { token }: Pick<Tenant, 'token'>,
  name: string,
): Promise<Tenant> {
  const space = api.spaces.create.answer.parse(await call(url, 'POST', '/spaces', { token, body: { name } }))
  const device = deviceInput()
  await call(url, 'POST', `/spaces/${space.id}/devices`, { token, body: device })
  return { token, space, device }
}

/** A connector with this code, and a device whose messages trigger it. */
export async function aRoute(url: string, { token, space }: Tenant, transformation: string) {
  const at = `/spaces/${space.id}`
  const { name } = deviceInput()
  const body = { name, color: TAG_COLORS[0] }
  const { id } = api.tags.create.answer.parse(await call(url, 'POST', `${at}/tags`, { token, body }))
  const tags = [{ id }]
  const device = deviceInput({ tags })
  await call(url, 'POST', `${at}/devices`, { token, body: device })
  const values = { name, direction: 'up', triggers: ['data'], tags, transformation, retry_delays: [] }
  const connector = await call(url, 'POST', `${at}/connectors`, { token, body: values })
  return { device, connector: api.connectors.create.answer.parse(connector) }
}
