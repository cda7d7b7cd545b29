import { describe, expect, test } from 'vitest'
import { firmwareApi } from '#contract/firmware'
import { aDevice } from '../support/builders'
import { firmwareOf } from '../support/firmware'
import { serveSpace } from '../support/serve'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const { call, downState, handedTo, jobOf, report, schedule } = firmwareOf(server, space)

describe('a cancellation', () => {
  test('cancels the downlink', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    clock += 1000
    const answer = await call('DELETE', device, `/${job.id}`)
    expect(answer.status).toBe(200)
    const canceled = firmwareApi.cancel.answer.parse(await answer.json())
    expect(canceled).toEqual({ ...job, state: 'canceled', updated_at: new Date(clock).toISOString() })
    expect(await downState(job)).toBe('cancelled')
    expect(await handedTo(device)).toEqual([])
  })

  test('is possible while the device downloads, and later reports change nothing', async () => {
    const device = await aDevice(server, space)
    const job = await schedule(device)
    await handedTo(device)
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
      expect([answer.status, await answer.text()]).toEqual([
        409,
        `a job that is ${state} cannot be cancelled`,
      ])
    }
  })
})
