import { describe, expect, test } from 'vitest'
import { type FirmwareJob, firmwareOrderSchema } from '#contract/firmware'
import { timeOf } from '../../server/services/common/ids'
import { aDevice, aTag } from '../support/builders'
import { firmwareOf } from '../support/firmware'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const { call, downState, handedTo, jobOf, list, report, schedule } = firmwareOf(server, space)

describe('a new schedule', () => {
  test('creates a job, and a downlink for the device', async () => {
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
    const [downlink] = (await anUplink(server, device)).downlinks
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

  test('replaces an earlier job for the same target, which the device then never receives', async () => {
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
    expect(new Set(await handedTo(device))).toEqual(new Set([later.id, modem.id]))
    expect(await downState(earlier)).toBe('cancelled')
  })

  test('does not change a job that is swapping', async () => {
    const device = await aDevice(server, space)
    const earlier = await schedule(device)
    await report(device, earlier, { state: 'downloading' })
    await report(device, earlier, { state: 'swapping' })
    await schedule(device)
    expect(await jobOf(device, earlier)).toMatchObject({ state: 'swapping', reason: null })
  })

  test('leaves one active job when made many times at once', async () => {
    const device = await aDevice(server, space)
    await Promise.all(Array.from({ length: 8 }, () => schedule(device)))
    const states = (await list(device)).map(({ state }) => state)
    expect(states.filter((state) => state === 'scheduled')).toHaveLength(1)
    expect(states.filter((state) => state === 'canceled')).toHaveLength(7)
    expect(await handedTo(device)).toHaveLength(1)
  })

  test('is refused for a device with read-only tags', async () => {
    const tag = await aTag(server, space)
    await server.db.$client.query(`update tag set access_type = 'read' where id = $1`, [tag.id])
    const device = await aDevice(server, space, { tags: [tag] })
    const answer = await call('POST', device, '', { firmware: 'sense-2' })
    expect([answer.status, await answer.text()]).toEqual([409, 'the tags of this device allow no downlinks'])
    expect(await list(device)).toEqual([])
  })
})

test('the list has the newest first, and keeps to the limit', async () => {
  const device = await aDevice(server, space)
  const jobs: FirmwareJob[] = []
  for (const firmware of ['a', 'b', 'c']) {
    clock += 10
    jobs.unshift(await schedule(device, { firmware, target: firmware }))
  }
  expect(await list(device)).toEqual(jobs)
  expect(await list(device, '?limit=2')).toEqual(jobs.slice(0, 2))
})
