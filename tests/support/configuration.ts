import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import type { ConfigTemplate, ConfigTemplateCreate, Configuration } from '#contract/configuration'
import type { DeviceCreate } from '#contract/devices'
import type { Uplink } from '#contract/messages'
import { aDevice, type Fillable, type TestSpace } from './builders'

let templates = 0

/** The payload that creates a template. */
export const templateInput = (values: Partial<ConfigTemplateCreate> = {}) => ({
  name: `Template ${++templates}`,
  settings: { 'app config interval-report': '900' },
  ...values,
})

/** Creates a template as the owner of the space. */
export async function aConfigTemplate(
  server: Fillable,
  space: TestSpace,
  values: Partial<ConfigTemplateCreate> = {},
): Promise<ConfigTemplate> {
  const answer = await server.call('POST', `/spaces/${space.id}/config-templates`, {
    body: templateInput(values),
    token: space.owner.token,
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return api.configTemplates.create.answer.parse(await answer.json())
}

export const INTERVAL = 'app config interval-report'
export const MODE = 'app config mode'
/** The lines of a device with its factory settings. */
export const DEFAULTS = [`${INTERVAL} 1800`, `${MODE} lte`]

interface Sender {
  serial_number: string
  token: string
}

/** Sends a `config` message of a device, and returns the downlinks that it gets. */
export async function report(
  server: Pick<Fillable, 'call'>,
  { serial_number, token }: Sender,
  body: unknown,
  more: Partial<Pick<Uplink, 'id' | 'at' | 'type'>> = {},
) {
  const answer = await server.call('POST', '/devices/uplink', {
    body: { serial_number, token, type: 'config', body, ...more },
  })
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true])
  return api.messages.uplink.answer.parse(await answer.json()).downlinks
}

/** The calls of the configuration of a device, as the owner of its space. */
export function configurationOf(
  server: Pick<Fillable, 'call'>,
  { id: spaceId, owner }: TestSpace,
  device: { id: string },
) {
  const path = `/spaces/${spaceId}/devices/${device.id}/configuration`
  return {
    read: async (): Promise<Configuration> => {
      const answer = await server.call('GET', path, { token: owner.token })
      expect(answer.status).toBe(200)
      return api.configuration.read.answer.parse(await answer.json())
    },
    put: (wished: Record<string, unknown>, headers: Record<string, string> = {}) =>
      server.call('PUT', path, { token: owner.token, body: { wished }, headers }),
    wish: async (wished: Record<string, string | null>): Promise<Configuration> => {
      const answer = await server.call('PUT', path, { token: owner.token, body: { wished } })
      expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true])
      return api.configuration.wish.answer.parse(await answer.json())
    },
  }
}

/** A device that has reported its configuration, and the calls of it. */
export async function aConfigured(
  server: Fillable,
  space: TestSpace,
  { lines = DEFAULTS, ...values }: Partial<DeviceCreate> & { lines?: unknown } = {},
) {
  const device = await aDevice(server, space, values)
  await report(server, device, lines)
  return { device, ...configurationOf(server, space, device) }
}

/** Resolves in the next millisecond, in which a report is later than everything before. */
export async function later(): Promise<void> {
  const at = Date.now()
  while (Date.now() <= at) await setImmediate()
}

/** The `config` downlinks of a device, the oldest first. */
export async function ordersOf({ call }: Pick<Fillable, 'call'>, { id, owner }: TestSpace, deviceId: string) {
  const path = `/spaces/${id}/messages?device_id=${deviceId}&direction=down&limit=100`
  const answer = await call('GET', path, { token: owner.token })
  const messages = api.messages.list.answer.parse(await answer.json())
  return messages.toReversed().map(({ id: orderId, body, down_state }) => ({
    id: orderId,
    body: z.json().parse(JSON.parse(body ?? 'null')),
    down_state,
  }))
}
