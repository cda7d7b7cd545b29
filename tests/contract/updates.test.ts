import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connectorsApi } from '#contract/connectors'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { deviceOf, idsOf, outcome } from '../support/answers'
import { aConnector, aDevice, aKey, aSpace, aTag, aVariable, connectorInput } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { id: key } = await aKey(server, space, { permissions: [...KEY_PERMISSIONS] })

const inSpace = async (method: string, path: string, body?: unknown) =>
  server.call(method, `/spaces/${space.id}${path}`, { body, key })

describe('an update', () => {
  test('of a device keeps fields that are not sent, and null clears them', async () => {
    const tag = await aTag(server, space)
    const whole = {
      name: 'pump-1',
      comment: 'at the gate',
      external_id: 'ERP-17',
      label: { district: 'North' },
      tags: [tag],
    }
    const device = await aDevice(server, space, whole)
    const path = `/devices/${device.id}`
    const parts = [
      { name: 'pump-2' },
      { comment: 'moved' },
      { external_id: 'ERP-18' },
      { label: { a: 'b' } },
      {},
    ]
    const wanted = { ...whole }
    for (const part of parts) {
      Object.assign(wanted, part)
      expect(await deviceOf(await inSpace('PUT', path, part))).toMatchObject(wanted)
    }
    expect(await deviceOf(await inSpace('PUT', path, { tags: [] }))).toMatchObject({ ...wanted, tags: [] })
    const cleared = { comment: null, external_id: null, label: null, tags: null }
    expect(await deviceOf(await inSpace('PUT', path, cleared))).toMatchObject({
      name: 'pump-2',
      comment: null,
      external_id: null,
      label: {},
      tags: [],
    })
    expect(await outcome(await inSpace('PUT', path, { name: null }))).toEqual([400, 'name is required'])
  })

  test('by a key with tags keeps the tags of a device when none are sent', async () => {
    const [tag, other] = [await aTag(server, space), await aTag(server, space)]
    const device = await aDevice(server, space, { tags: [tag, other] })
    const limited = await aKey(server, space, { permissions: ['space:device:update'], tags: [tag] })
    const answer = await server.call('PUT', `/spaces/${space.id}/devices/${device.id}`, {
      key: limited.id,
      body: { comment: 'seen' },
    })
    expect((await deviceOf(answer)).tags).toEqual(device.tags)
  })

  test('needs only the id of a tag; a client may send null for the rest', async () => {
    const tag = await aTag(server, space)
    const device = await aDevice(server, space)
    for (const sent of [{ id: tag.id }, { id: tag.id, name: null, color: null }]) {
      await inSpace('PUT', `/devices/${device.id}`, { tags: [] })
      const answer = await inSpace('PUT', `/devices/${device.id}`, { tags: [sent] })
      expect((await deviceOf(answer)).tags).toEqual([tag])
    }
    expect((await inSpace('POST', '/connectors', connectorInput({ tags: [{ id: tag.id }] }))).status).toBe(
      201,
    )
  })

  test('of a connector, a key, a tag or a variable keeps fields that are not sent', async () => {
    const tag = await aTag(server, space)
    const connector = await aConnector(server, space, { tags: [tag], retry_delays: [5] })
    const limited = await aKey(server, space, { tags: [tag], permissions: ['space:message:read'] })
    const variable = await aVariable(server, space, { comment: 'the meter at the gate' })
    const records = [
      ['connectors', connector],
      ['keys', limited],
      ['variables', variable],
      ['tags', await aTag(server, space, 'tag-before', 'read')],
    ] as const
    for (const [resource, { id }] of records) {
      const [path, { token }] = [`/spaces/${space.id}/${resource}/${id}`, space.owner]
      const before = z.looseObject({}).parse(await (await server.call('GET', path, { token })).json())
      const name = resource === 'variables' ? '12345678' : `${resource}-renamed`
      const answer = await server.call('PUT', path, { token, body: { name } })
      const after = z.record(z.string(), z.unknown()).parse(await answer.json())
      const isVariable = resource === 'variables'
      const counted = { version: 2, ...(isVariable && { updated_at: after.updated_at }) }
      expect(after).toEqual({ ...before, name, ...counted })
    }
  })

  test('is in the audit log and can be undone, including the external id', async () => {
    const device = await aDevice(server, space, { external_id: 'ERP-1' })
    await inSpace('PUT', `/devices/${device.id}`, { external_id: ' ERP-2 ' })
    const { token } = space.owner
    const log = `/spaces/${space.id}/audit`
    const newestEntry = async () =>
      z
        .array(z.looseObject({ id: z.string() }))
        .parse(await (await server.call('GET', `${log}?target_id=${device.id}&limit=1`, { token })).json())[0]
    const entry = await newestEntry()
    expect(entry).toMatchObject({
      action: 'device.update',
      before: { external_id: 'ERP-1' },
      after: { external_id: 'ERP-2' },
    })
    expect((await server.call('POST', `${log}/${entry?.id}/undo`, { token })).status).toBe(200)
    expect((await deviceOf(await inSpace('GET', `/devices/${device.id}`))).external_id).toBe('ERP-1')
  })
})

test('an external id is stored, filtered by exact match, and removed by an empty text', async () => {
  const other = await aSpace(server)
  const ids = ['4c1e9a00-0000-4000-8000-0000000000ab', '4c1e9a00-0000-4000-8000-0000000000a', '  ', null]
  const devices = await Promise.all(ids.map((external_id) => aDevice(server, other, { external_id })))
  expect(devices.map(({ external_id }) => external_id)).toEqual([ids[0], ids[1], null, null])
  const list = async (query: string) =>
    idsOf(await server.call('GET', `/spaces/${other.id}/devices?${query}`, { token: other.owner.token }))
  for (const device of devices.slice(0, 2))
    expect(await list(`external_id=${device.external_id}`)).toEqual([device.id])
  expect(await list('external_id=4c1e9a00')).toEqual([])
  expect(await list('external_id=')).toHaveLength(4)
  const counted = await server.call('GET', `/spaces/${other.id}/devices/count?external_id=${ids[0]}`, {
    token: other.owner.token,
  })
  expect(await counted.json()).toEqual({ count: 1 })
  const long = { external_id: 'x'.repeat(256) }
  expect(await outcome(await inSpace('PUT', `/devices/${devices[0]?.id}`, long))).toEqual([
    400,
    'external_id must have at most 255 characters',
  ])
})

describe('the state of a connector', () => {
  const path = async (values = {}) => `/connectors/${(await aConnector(server, space, values)).id}`
  const said = async (answer: Response) => {
    const { enabled, state } = connectorsApi.get.answer.parse(await answer.json())
    return [enabled, state]
  }
  const ENABLED = [true, 'enabled']
  const DISABLED = [false, 'disabled']

  test('is accepted and answered beside enabled, as other clients send it', async () => {
    const tag = await aTag(server, space)
    const payload = {
      direction: 'up',
      name: 'of-a-class',
      retry_delays: [10, 30, 60, 600, 1800, 3600, 10_800, 21_600, 43_200],
      tags: [{ ...tag, created_at: '2026-01-01T00:00:00Z' }],
      transformation: 'function main(job) {\r\n  return { url: "https://example.com" }\r\n}',
      triggers: ['data', 'codec', 'stats'],
      type: 'webhook',
    }
    const created = await inSpace('POST', '/connectors', { ...payload, state: 'disabled' })
    expect(created.status).toBe(201)
    expect(await said(created)).toEqual(DISABLED)
    const other = { ...payload, name: 'of-a-class-2', state: 'enabled' }
    expect(await said(await inSpace('POST', '/connectors', other))).toEqual(ENABLED)
  })

  test.each([
    [{ enabled: false }, DISABLED],
    [{ state: 'disabled' }, DISABLED],
    [{ enabled: true, state: 'disabled' }, DISABLED],
    [{ enabled: false, state: 'enabled' }, DISABLED],
    [{ enabled: true, state: 'enabled' }, ENABLED],
    [{}, ENABLED],
  ])('%j of an enabled one applies the field that differs', async (body, wanted) => {
    expect(await said(await inSpace('PUT', await path(), body))).toEqual(wanted)
  })

  test.each([
    [{ enabled: true, state: 'disabled' }, ENABLED],
    [{ enabled: false, state: 'enabled' }, ENABLED],
    [{ enabled: false, state: 'disabled' }, DISABLED],
    [{ name: 'renamed-only' }, DISABLED],
  ])('%j of a disabled one applies the field that differs', async (body, wanted) => {
    expect(await said(await inSpace('PUT', await path({ enabled: false }), body))).toEqual(wanted)
  })

  test('is one of two words', async () => {
    expect(await outcome(await inSpace('PUT', await path(), { state: 'paused' }))).toEqual([
      400,
      'state must be one of enabled, disabled',
    ])
  })
})
