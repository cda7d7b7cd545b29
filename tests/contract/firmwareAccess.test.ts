import { expect, test } from 'vitest'
import { aDevice, aMember, aSpace } from '../support/builders'
import { firmwareOf } from '../support/firmware'
import { serveSpace } from '../support/serve'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const { server, space } = await serveSpace()
const { list, schedule } = firmwareOf(server, space)

test('unknown devices and jobs are not found', async () => {
  const device = await aDevice(server, space)
  const job = await schedule(device)
  const foreign = await aSpace(server)
  const neighbour = await aDevice(server, space)
  const calls: [method: string, path: string, token?: string][] = [
    ['GET', `/spaces/${space.id}/devices/${UNKNOWN}/firmware`],
    ['POST', `/spaces/${space.id}/devices/${UNKNOWN}/firmware`],
    ['DELETE', `/spaces/${space.id}/devices/${device.id}/firmware/${UNKNOWN}`],
    ['DELETE', `/spaces/${space.id}/devices/${neighbour.id}/firmware/${job.id}`],
    ['GET', `/spaces/${foreign.id}/devices/${device.id}/firmware`, foreign.owner.token],
    ['POST', `/spaces/${foreign.id}/devices/${device.id}/firmware`, foreign.owner.token],
    ['DELETE', `/spaces/${foreign.id}/devices/${device.id}/firmware/${job.id}`, foreign.owner.token],
  ]
  for (const [method, path, token = space.owner.token] of calls) {
    const body = method === 'POST' ? { firmware: 'sense-2' } : undefined
    const answer = await server.call(method, path, { token, body })
    expect([method, path, answer.status, await answer.text()]).toEqual([method, path, 404, 'not found'])
  }
  expect(await list(device)).toEqual([job])
})

test('a person who can only read sees the jobs, and can neither schedule nor cancel', async () => {
  const device = await aDevice(server, space)
  const job = await schedule(device)
  const { token } = await aMember(server, space, 'user')
  const path = `/spaces/${space.id}/devices/${device.id}/firmware`
  expect(await (await server.call('GET', path, { token })).json()).toEqual([job])
  for (const [method, url, permission] of [
    ['POST', path, 'space:device:firmware:create'],
    ['DELETE', `${path}/${job.id}`, 'space:device:firmware:delete'],
  ] as const) {
    const answer = await server.call(method, url, { token, body: { firmware: 'sense-2' } })
    expect([answer.status, await answer.text()]).toEqual([
      403,
      `forbidden: this needs the permission ${permission}`,
    ])
  }
})

test('deleting a device deletes its jobs', async () => {
  const device = await aDevice(server, space)
  await schedule(device)
  await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, { token: space.owner.token })
  const { rowCount } = await server.db.$client.query('select from firmware_job where device_id = $1', [
    device.id,
  ])
  expect(rowCount).toBe(0)
})
