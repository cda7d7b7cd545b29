import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canFirmwareGo, type FirmwareJob, isFirmwareDone } from '#contract/firmware'
import { aDevice, aSpace } from '../support/builders'
import { firmwareOf, type Report } from '../support/firmware'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const START = Date.parse('2026-11-21T08:00:00.000Z')
let clock = START
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const { jobOf, list, report, schedule } = firmwareOf(server, space)

/** Times of the job's steps in order; the last one is its latest change. */
const timesOf = ({ scheduled_at, download_started_at, swap_started_at, updated_at }: FirmwareJob) =>
  [scheduled_at, download_started_at, swap_started_at, updated_at].filter((time) => time !== null)

describe('a report', () => {
  test('has the firmware, and the times of its download and swap', async () => {
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

  test('of a failure has the reason', async () => {
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
    const { id } = await anUplink(server, device, { type: 'firmware', body })
    const { rows } = await server.db.$client.query('select body from message where id = $1', [id])
    expect(rows).toEqual([{ body: JSON.stringify(body) }])
    expect(await list(device)).toEqual([job])
  })

  test('of another device, in this or another space, changes nothing', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    for (const other of [await aDevice(server, space), await aDevice(server, await aSpace(server))])
      await report(other, job, { state: 'downloading' })
    expect(await list(device)).toEqual([job])
  })

  test('never moves a job back, or its times or bytes out of order', { tags: 'heavy' }, async () => {
    const device = await aDevice(server, space)
    const reports = fc.record(
      {
        state: fc.constantFrom<Report['state'][]>('downloading', 'swapping', 'succeeded', 'failed'),
        bytes_downloaded: fc.nat(1000),
        /** Seconds since the previous report; may be negative, because the clocks of two servers differ. */
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
