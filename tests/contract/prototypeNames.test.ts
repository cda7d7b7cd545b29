import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { spaceAuditApi } from '#contract/audit'
import { devicesApi } from '#contract/devices'
import { seriesSettingsApi } from '#contract/series'
import { aDevice, aSpace } from '../support/builders'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner
const at = (path: string) => `/spaces/${space.id}${path}`
const read = async (path: string) => server.call('GET', at(path), { token })

/** Names that every object has. */
const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__']

/** An object with such a name as its own property. */
const under = (name: string, value: unknown) => ({ [name]: value })

const newestEntry = async (target: string) => {
  const [entry] = spaceAuditApi.list.answer.parse(
    await (await read(`/audit?target=${target}&limit=1`)).json(),
  )
  if (!entry) throw new Error('nothing is in the audit log')
  return entry
}

test.each(['__proto__', ' __proto__ '])('a label with the name "%s" is refused', async (name) => {
  const device = await aDevice(server, space)
  const body = { label: under(name, 'a') }
  const answer = await server.call('PUT', at(`/devices/${device.id}`), { token, body })
  expect([answer.status, await answer.text()]).toEqual([400, 'label must not have the name __proto__'])
})

describe.each(NAMES.filter((name) => name !== '__proto__'))('%s', (name) => {
  test('is kept as the name of a label, also in the audit log', async () => {
    const device = await aDevice(server, space)
    const put = async (label: object) =>
      server.call('PUT', at(`/devices/${device.id}`), { token, body: { label } })
    const answer = await put(under(name, 'a'))
    expect(devicesApi.update.answer.parse(await answer.json()).label).toEqual(under(name, 'a'))
    expect((await newestEntry(device.id)).after).toEqual({ label: under(name, 'a') })
    expect(await (await read(`/devices/${device.id}`)).json()).toMatchObject({ label: under(name, 'a') })
  })
})

describe.each(NAMES)('%s', (name) => {
  test('is kept as the path of a setting for values, which can be undone', async () => {
    const { id, owner } = await aSpace(server)
    const settings = async () => {
      const answer = await server.call('GET', `/spaces/${id}/series/settings`, { token: owner.token })
      return seriesSettingsApi.read.answer.parse(await answer.json()).series
    }
    const change = async (body: object) =>
      server.call('PUT', `/spaces/${id}/series/settings`, { token: owner.token, body: { series: [body] } })
    const undo = async () => {
      const log = await server.call('GET', `/spaces/${id}/audit?action=series.update&limit=1`, {
        token: owner.token,
      })
      const text = await log.text()
      const [entry] = spaceAuditApi.list.answer.parse(JSON.parse(text))
      expect(text).toContain(`"${name}"`)
      expect(Object.keys(entry?.after ?? {})).toEqual([name])
      return server.call('POST', `/spaces/${id}/audit/${entry?.id}/undo`, { token: owner.token })
    }
    expect((await change({ path: name, unit: 'm' })).status).toBe(200)
    expect(await settings()).toMatchObject([{ path: name, unit: 'm' }])
    expect((await undo()).status).toBe(200)
    expect(await settings()).toEqual([])
    await change({ path: name, unit: 'm' })
    await change({ path: name, unit: 'cm', is_pinned: true })
    expect((await undo()).status).toBe(200)
    expect(await settings()).toMatchObject([{ path: name, unit: 'm', is_pinned: false }])
  })

  test('is kept in the body of a message, and its value has a history', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: under(name, 21) })
    await findValues(server)
    const [message] = z
      .array(z.looseObject({ body: z.string() }))
      .parse(await (await read(`/messages?device_id=${device.id}&limit=1`)).json())
    expect(message?.body).toBe(`{"${name}":21}`)
    expect(await (await read(`/devices/${device.id}/series`)).json()).toMatchObject([{ path: name }])
  })

  test('is kept in the details of a boot', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { type: 'session', body: { up: under(name, 'x') } })
    const answer = await read(`/devices/${device.id}`)
    const { session_id } = devicesApi.get.answer.parse(await answer.json())
    const session = await read(`/devices/${device.id}/sessions/${session_id}`)
    const { up } = devicesApi.session.answer.parse(await session.json())
    expect(Object.entries(up)).toEqual([[name, 'x']])
  })

  test('has no effect as an unknown parameter or field', async () => {
    const device = await aDevice(server, space)
    expect((await read(`/devices?${name}=1&limit=1`)).status).toBe(200)
    const answer = await server.call('PUT', at(`/devices/${device.id}`), {
      token,
      body: { ...under(name, { label: { a: 'b' } }), comment: 'at the gate' },
    })
    expect(await answer.json()).toMatchObject({ comment: 'at the gate', label: {} })
  })
})
