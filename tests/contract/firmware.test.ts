import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  canFirmwareGo,
  type FirmwareJob,
  type FirmwareReport,
  firmwareApi,
  firmwareOrderSchema,
  isFirmwareDone,
} from '#contract/firmware'
import type { MessageType } from '#contract/messages'
import { timeOf } from '../../server/services/ids'
import { aDevice, aMember, aSpace, aTag, type TestSpace } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'
import { anUplink } from '../support/uplink'

type TestDevice = Awaited<ReturnType<typeof aDevice>>
type Report = Omit<FirmwareReport, 'job_id'>

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const START = Date.parse('2026-11-21T08:00:00.000Z')
let clock = START
let server: TestServer
let space: TestSpace

beforeAll(async () => {
  server = await makeServer({ now: () => new Date(clock) })
  space = await aSpace(server)
})
afterAll(() => server.stop())

const call = async (method: string, device: { id: string }, path = '', body?: unknown) =>
  server.call(method, `/spaces/${space.id}/devices/${device.id}/firmware${path}`, {
    token: space.owner.token,
    body,
  })

async function schedule(device: { id: string }, body: unknown = { firmware: 'sense-2' }) {
  const answer = await call('POST', device, '', body)
  expect(answer.status).toBe(201)
  return firmwareApi.create.answer.parse(await answer.json())
}

const list = async (device: { id: string }, query = '') => {
  const answer = await call('GET', device, query)
  expect(answer.status).toBe(200)
  return firmwareApi.list.answer.parse(await answer.json())
}

const jobOf = async (device: { id: string }, { id }: FirmwareJob) =>
  (await list(device)).find((job) => job.id === id)

const uplink = async (device: TestDevice, type: MessageType, body: unknown) =>
  anUplink(server, device, { type, body })

const report = async (device: TestDevice, { id }: FirmwareJob, values: Report) =>
  uplink(device, 'firmware', { job_id: id, ...values })

const downState = async ({ id }: FirmwareJob) =>
  (
    await server.db.$client.query<{ down_state: string }>('select down_state from message where id = $1', [
      id,
    ])
  ).rows[0]?.down_state

describe('scheduling', () => {
  test('makes a job, and a downlink that tells the device of it', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device, { firmware: 'sense-2' })
    expect(job).toEqual({
      id: expect.any(String),
      firmware_id: 'sense-2',
      target: 'app',
      state: 'scheduled',
      reason: null,
      firmware_bundle: null,
      firmware_version: null,
      firmware_name: null,
      firmware_size: null,
      bytes_downloaded: null,
      scheduled_at: '2026-11-21T08:00:00.000Z',
      download_started_at: null,
      swap_started_at: null,
      updated_at: null,
    })
    expect(timeOf(job.id)).toEqual(new Date(clock))
    expect(await list(device)).toEqual([job])
    const [downlink] = (await uplink(device, 'data', {})).downlinks
    expect(downlink?.type).toBe('firmware')
    expect(firmwareOrderSchema.parse(downlink?.body)).toEqual({
      job_id: job.id,
      firmware_id: 'sense-2',
      target: 'app',
    })
  })

  test.each([[{}], [{ firmware: '' }], [{ firmware: 'a b' }], [{ firmware: 'a', target: ' ' }]])(
    '%j is refused',
    async (body) => {
      const device = await aDevice(server, space)
      expect((await call('POST', device, '', body)).status).toBe(400)
      expect(await list(device)).toEqual([])
    },
  )

  test('replaces an earlier job for the same target, which the device then never hears of', async () => {
    const device = await aDevice(server, space)
    const [earlier, modem] = [
      await schedule(device),
      await schedule(device, { firmware: 'm', target: 'lte' }),
    ]
    clock += 1000
    const later = await schedule(device)
    expect(await list(device)).toMatchObject(
      [
        { id: later.id, state: 'scheduled' },
        { id: modem.id, state: 'scheduled' },
        { id: earlier.id, state: 'canceled', reason: 'replaced by a newer job' },
      ].toSorted((a, b) => b.id.localeCompare(a.id)),
    )
    const handed = (await uplink(device, 'data', {})).downlinks.map(({ id }) => id)
    expect(new Set(handed)).toEqual(new Set([later.id, modem.id]))
    expect(await downState(earlier)).toBe('cancelled')
  })

  test('leaves a job alone that is swapping', async () => {
    const device = await aDevice(server, space)
    const earlier = await schedule(device)
    await report(device, earlier, { state: 'downloading' })
    await report(device, earlier, { state: 'swapping' })
    await schedule(device)
    expect(await jobOf(device, earlier)).toMatchObject({ state: 'swapping', reason: null })
  })

  test('many times at once leaves one job to do', async () => {
    const device = await aDevice(server, space)
    await Promise.all(Array.from({ length: 8 }, () => schedule(device)))
    const states = (await list(device)).map(({ state }) => state)
    expect(states.filter((state) => state === 'scheduled')).toHaveLength(1)
    expect(states.filter((state) => state === 'canceled')).toHaveLength(7)
    expect((await uplink(device, 'data', {})).downlinks).toHaveLength(1)
  })

  test('is refused for a device whose tags may only be read', async () => {
    const tag = await aTag(server, space)
    await server.db.$client.query(`update tag set access_type = 'read' where id = $1`, [tag.id])
    const device = await aDevice(server, space, { tags: [tag] })
    const answer = await call('POST', device, '', { firmware: 'sense-2' })
    expect([answer.status, await answer.text()]).toEqual([409, 'the tags of this device allow no downlinks'])
    expect(await list(device)).toEqual([])
  })
})

test('the list is the newest first and as long as it was asked for', async () => {
  const device = await aDevice(server, space)
  const jobs: FirmwareJob[] = []
  for (const firmware of ['a', 'b', 'c']) {
    clock += 10
    jobs.unshift(await schedule(device, { firmware, target: firmware }))
  }
  expect(await list(device)).toEqual(jobs)
  expect(await list(device, '?limit=2')).toEqual(jobs.slice(0, 2))
})

describe('canceling', () => {
  test('takes the downlink back', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    clock += 1000
    const answer = await call('DELETE', device, `/${job.id}`)
    expect(answer.status).toBe(200)
    const canceled = firmwareApi.cancel.answer.parse(await answer.json())
    expect(canceled).toEqual({ ...job, state: 'canceled', updated_at: new Date(clock).toISOString() })
    expect(await downState(job)).toBe('cancelled')
    expect((await uplink(device, 'data', {})).downlinks).toEqual([])
  })

  test('is possible while the device downloads, and what it reports afterwards changes nothing', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    await uplink(device, 'data', {})
    await report(device, job, { state: 'downloading', bytes_downloaded: 10 })
    const answer = await call('DELETE', device, `/${job.id}`)
    const canceled: unknown = await answer.json()
    expect(canceled).toMatchObject({ state: 'canceled', bytes_downloaded: 10 })
    await report(device, job, { state: 'swapping' })
    expect(await jobOf(device, job)).toEqual(canceled)
    expect(await downState(job)).toBe('sent')
  })

  test('is too late once the device swaps', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    await report(device, job, { state: 'downloading' })
    await report(device, job, { state: 'swapping' })
    for (const state of ['swapping', 'succeeded'] as const) {
      await report(device, job, { state })
      const answer = await call('DELETE', device, `/${job.id}`)
      expect([answer.status, await answer.text()]).toEqual([409, `a job that is ${state} cannot be canceled`])
    }
  })
})

describe('a report', () => {
  test('tells what the firmware is, and when it was downloaded and swapped', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    const found = {
      firmware_bundle: 'app.sense',
      firmware_name: 'sense',
      firmware_version: 'v2.0.0',
      firmware_size: 1000,
    }
    const at = (seconds: number) => new Date(clock + seconds * 1000).toISOString()
    const [started, more, swapped, done] = [at(1), at(21), at(41), at(61)]
    const began = clock
    for (const [seconds, values] of [
      [1, { state: 'downloading', bytes_downloaded: 0, ...found }],
      [21, { state: 'downloading', bytes_downloaded: 600 }],
    ] as [number, Report][]) {
      clock = began + seconds * 1000
      await report(device, job, values)
    }
    expect(await jobOf(device, job)).toEqual({
      ...job,
      ...found,
      state: 'downloading',
      bytes_downloaded: 600,
      download_started_at: started,
      updated_at: more,
    })
    clock = began + 41_000
    await report(device, job, { state: 'swapping', bytes_downloaded: 1000 })
    clock = began + 61_000
    await report(device, job, { state: 'succeeded' })
    expect(await jobOf(device, job)).toEqual({
      ...job,
      ...found,
      state: 'succeeded',
      bytes_downloaded: 1000,
      download_started_at: started,
      swap_started_at: swapped,
      updated_at: done,
    })
  })

  test('of a failure says why', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    await report(device, job, { state: 'failed', reason: 'not enough space' })
    expect(await jobOf(device, job)).toMatchObject({
      state: 'failed',
      reason: 'not enough space',
      download_started_at: null,
    })
  })

  test.each([
    ['no report', { hello: 'world' }],
    ['a list', []],
    ['a state that only people bring about', { job_id: UNKNOWN, state: 'canceled' }],
    ['an unknown job', { job_id: UNKNOWN, state: 'downloading' }],
  ])('that is %s is kept as a message and changes nothing', async (_, body) => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    const { id } = await uplink(device, 'firmware', body)
    const { rows } = await server.db.$client.query('select body from message where id = $1', [id])
    expect(rows).toEqual([{ body: JSON.stringify(body) }])
    expect(await list(device)).toEqual([job])
  })

  test('of another device, of whatever space, changes nothing', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    for (const other of [await aDevice(server, space), await aDevice(server, await aSpace(server))])
      await report(other, job, { state: 'downloading' })
    expect(await list(device)).toEqual([job])
  })

  test('never leads a job back, orders its times and lets its bytes grow', async () => {
    const device = await aDevice(server, space)
    const reports = fc.record(
      {
        state: fc.constantFrom<Report['state'][]>('downloading', 'swapping', 'succeeded', 'failed'),
        bytes_downloaded: fc.nat(1000),
        /** Seconds since the one before; the clocks of two servers may differ. */
        after: fc.integer({ min: -5, max: 60 }),
      },
      { requiredKeys: ['state', 'after'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(reports, { maxLength: 12 }), async (sequence) => {
        clock = START
        let before = await schedule(device)
        for (const { after, ...values } of sequence) {
          clock += after * 1000
          await report(device, before, values)
          const job = await jobOf(device, before)
          if (!job) throw new Error('the job is gone')
          expect(job.state).toBe(canFirmwareGo(before.state, values.state) ? values.state : before.state)
          expect(timesOf(job)).toEqual(timesOf(job).toSorted())
          expect(timesOf(job)).toEqual(expect.arrayContaining(timesOf(before).slice(0, -1)))
          expect(job.bytes_downloaded ?? 0).toBeGreaterThanOrEqual(before.bytes_downloaded ?? 0)
          expect(isFirmwareDone(before.state) ? job : before).toEqual(before)
          before = job
        }
      }),
      { numRuns: 25 },
    )
    clock = START
  })
})

/** When the job came to each of its steps, in their order; the last one is its latest change. */
const timesOf = ({ scheduled_at, download_started_at, swap_started_at, updated_at }: FirmwareJob) =>
  [scheduled_at, download_started_at, swap_started_at, updated_at].filter((time) => time !== null)

test('of unknown devices and jobs nothing is found', async () => {
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

test('who only reads sees the jobs and can neither schedule nor cancel', async () => {
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

test('the jobs of a device that is deleted are gone with it', async () => {
  const device = await aDevice(server, space)
  await schedule(device)
  await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, { token: space.owner.token })
  const { rowCount } = await server.db.$client.query('select from firmware_job where device_id = $1', [
    device.id,
  ])
  expect(rowCount).toBe(0)
})
