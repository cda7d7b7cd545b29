import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { expect, test } from 'vitest'
import { BUNDLE_VARIABLES_MAX } from '#contract/deviceLog'
import { deviceSession, variable } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aConnector, aDevice, aKey, aMember, aMessage, aSpace, aTag, aVariable } from '../support/builders'
import { serve } from '../support/serve'

const START = Date.parse('2026-11-01T12:00:00.000Z')
const DAY = 24 * 3_600_000
const server = await serve({ now: () => new Date(START) })

/** The files of a tar archive. */
async function filesOf(answer: Response): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const tar = extract()
  Readable.from(Buffer.from(await answer.arrayBuffer())).pipe(tar)
  for await (const entry of tar) files.set(entry.header.name, await text(entry))
  return files
}

const CLAIM = 'claimtoken0claimtoken0claimtoken'

test('a support bundle has what is known of a device, and none of the secrets of its space', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space, { token: CLAIM })
  const [own, shared] = [
    await aVariable(server, space, { name: 'aes-key', value: 'A1B2C3D4E5F60718', device_id: device.id }),
    await aVariable(server, space, { name: 'api-password', value: 'wide open "door"' }),
  ]
  const key = await aKey(server, space)
  const connector = await aConnector(server, space)
  const secretPath = `/spaces/${space.id}/connectors/${connector.id}/secret`
  const secret = await (await server.call('GET', secretPath, space.owner)).text()
  await server.db.insert(deviceSession).values({
    spaceId: space.id,
    deviceId: device.id,
    sessionId: 1,
    up: { product: 'meter', ble_passkey: 482913 },
  })
  const at = new Date(START - 1000)
  await aMessage(server, device, { at, body: `{"level":1.5,"note":"${own.value}"}` })
  await aMessage(server, device, {
    at: new Date(START - 2000),
    type: 'shell',
    body: '["wifi join home hunter22"]',
  })
  await aMessage(server, device, { at: new Date(START - 3000), body: '{"wifi":{"password":"hunter23"}}' })
  await aMessage(server, device, { at: new Date(START - 31 * DAY), body: '{"level":"older"}' })
  const path = `/spaces/${space.id}/devices/${device.id}/support-bundle`
  const answer = await server.call('POST', path, space.owner)
  expect(answer.headers.get('content-disposition')).toContain(
    `attachment; filename="${device.name}-2026-11-01.tar"`,
  )
  const files = await filesOf(answer)
  expect([...files.keys()]).toEqual([
    'device.json',
    'session.json',
    'firmware.jsonl',
    'replacements.jsonl',
    'log.json',
    'variables.jsonl',
    'messages/001.jsonl',
    'contents.txt',
  ])
  const all = [...files.values()].join('\n')
  for (const one of [
    CLAIM,
    own.value,
    shared.value,
    'wide open',
    key.id,
    '482913',
    'hunter22',
    'hunter23',
    'older',
  ])
    expect(all).not.toContain(one)
  for (const one of secret.match(/[\w+/=-]{16,}/g) ?? []) expect(all).not.toContain(one)
  expect(files.get('messages/001.jsonl')).toContain('level')
  expect(files.get('session.json')).toContain('meter')
  expect(files.get('variables.jsonl')).toContain('aes-key')
  for (const name of files.keys()) expect(files.get('contents.txt')).toContain(`- ${name}\n`)
  const log = await server.call('GET', `/spaces/${space.id}/audit?action=device.bundle`, space.owner)
  expect(await log.json()).toMatchObject([{ target_id: device.id, actor_name: space.owner.email }])
})

test('values of variables are masked only in what the device sent: what people write would tell them the values', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space, { comment: 'is it hunter22?' })
  await aVariable(server, space, { name: 'wifi', value: 'hunter22' })
  const path = `/spaces/${space.id}/devices/${device.id}`
  const { token } = space.owner
  await server.call('POST', `${path}/notes`, { token, body: { text: 'or is it hunter22?' } })
  const at = new Date(START - 1000)
  await aMessage(server, device, { at, direction: 'up', body: '{"sent":"hunter22"}' })
  await aMessage(server, device, { at, direction: 'down', body: '{"wanted":"hunter22"}' })
  const files = await filesOf(await server.call('POST', `${path}/support-bundle`, space.owner))
  expect(files.get('device.json')).toContain('is it hunter22?')
  expect(files.get('log.json')).toContain('or is it hunter22?')
  expect(files.get('messages/001.jsonl')).toContain(String.raw`{\"sent\":\"***\"}`)
  expect(files.get('messages/001.jsonl')).toContain(String.raw`{\"wanted\":\"hunter22\"}`)
})

test('with more variables than can be masked there is no bundle', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  await server.db.insert(variable).values(
    Array.from({ length: BUNDLE_VARIABLES_MAX + 1 }, (_, i) => ({
      spaceId: space.id,
      id: newId(),
      name: `secret-${i}`,
      environment: 'all',
      value: `value ${i}`,
      updatedAt: new Date(START),
    })),
  )
  const answer = await server.call(
    'POST',
    `/spaces/${space.id}/devices/${device.id}/support-bundle`,
    space.owner,
  )
  expect([answer.status, await answer.text()]).toEqual([
    409,
    'a support bundle can mask the values of at most 5000 variables, and 2097152 bytes; the device and its space have more',
  ])
})

test('a bundle has only what its maker may read', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  await aMessage(server, device, { at: new Date(START - 1000), body: '{"level":1}' })
  const key = await aKey(server, space, { permissions: ['space:device:read'] })
  const path = `/spaces/${space.id}/devices/${device.id}/support-bundle`
  const files = await filesOf(await server.call('POST', path, { key: key.id }))
  expect([...files.keys()]).not.toContain('messages/001.jsonl')
  expect([...files.keys()]).not.toContain('variables.jsonl')
  const user = await aMember(server, space, 'user')
  expect([...(await filesOf(await server.call('POST', path, user))).keys()]).toContain('messages/001.jsonl')

  const tag = await aTag(server, space)
  const seen = await aDevice(server, space, { tags: [tag] })
  await aVariable(server, space, { name: 'of-space' })
  await aVariable(server, space, { name: 'of-device', device_id: seen.id })
  const tagged = await aKey(server, space, {
    tags: [tag],
    permissions: ['space:device:read', 'space:variable:read'],
  })
  const bundle = await server.call('POST', `/spaces/${space.id}/devices/${seen.id}/support-bundle`, {
    key: tagged.id,
  })
  const names = (await filesOf(bundle)).get('variables.jsonl')
  expect(names).toContain('of-device')
  expect(names).not.toContain('of-space')
})
