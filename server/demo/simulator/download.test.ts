import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#contract/common/durations'
import { canFirmwareGo, type FirmwareState, firmwareReportSchema, isFirmwareDone } from '#contract/firmware'
import { answering, type Sent, serialNumbers, simulatedDevice } from '../../../tests/support/simulatedDevice'
import { failureOf } from './download'
import type { Received, SimulatedDevice } from './types'

const JOB = '019df1f2-0000-7000-8000-00000000000a'
const OTHER_JOB = '019df1f2-0000-7000-8000-00000000000b'
const FIRMWARE = 'sense-v2-1-0'

/** A device whose first download of a firmware has this result. */
function aDeviceWith(reason: string | undefined): SimulatedDevice {
  for (let n = 2_159_000_000; ; n++) {
    const device = simulatedDevice(String(n))
    if (failureOf(device, { firmwareId: FIRMWARE, attempt: 1 })?.reason === reason) return device
  }
}

const orderOf = (jobId: string, firmwareId = FIRMWARE, target = 'app'): Received => ({
  id: jobId,
  type: 'firmware',
  body: { job_id: jobId, firmware_id: firmwareId, target },
})

/** Sends the device the downlink, and runs it for a while. */
const download = (device: SimulatedDevice, order = orderOf(JOB), minutes = 40) =>
  answering(order, { device, minutes })

const reportsIn = (sent: Sent[]) =>
  sent.flatMap(({ type, body, at }) =>
    type === 'firmware' ? { ...firmwareReportSchema.parse(body), at } : [],
  )

describe('a simulated download', () => {
  it('takes about 13 minutes and the swap about 2, with data as usual meanwhile', () => {
    const { sent } = download(aDeviceWith(undefined))
    const reports = reportsIn(sent)
    const [first, ...others] = reports
    expect(first).toMatchObject({
      job_id: JOB,
      state: 'downloading',
      bytes_downloaded: 0,
      firmware_name: 'sense',
      firmware_version: 'v2.1.0',
      firmware_bundle: 'rover.app.sense',
      firmware_size: expect.any(Number),
    })
    expect(others.slice(-2).map(({ state }) => state)).toEqual(['swapping', 'succeeded'])
    const [swap, end] = others.slice(-2)
    const minutes = (from = 0, to = 0) => (to - from) / MINUTE
    expect(minutes(first?.at, swap?.at)).toBeGreaterThan(11)
    expect(minutes(first?.at, swap?.at)).toBeLessThan(15)
    expect(minutes(swap?.at, end?.at)).toBeCloseTo(2, 0)
    expect(swap?.bytes_downloaded).toBe(first?.firmware_size)
    for (const [i, { at }] of others.slice(0, -2).entries()) {
      expect(at - (reports[i]?.at ?? 0)).toBeGreaterThanOrEqual(20_000)
      expect(at - (reports[i]?.at ?? 0)).toBeLessThanOrEqual(30_000)
    }
    expect(sent.filter(({ type }) => type === 'data').length).toBeGreaterThanOrEqual(1)
  })

  it('of the application makes the device boot with the new one', () => {
    const { sent, state } = download(aDeviceWith(undefined))
    const found = { app_fw_name: 'sense', app_fw_version: 'v2.1.0', app_fw_bundle: 'rover.app.sense' }
    expect(sent.find(({ type }) => type === 'session')?.body).toMatchObject({ up: found })
    expect(sent.findLast(({ type }) => type === 'data')?.body).toMatchObject({
      attribute: { fw_version: 'v2.1.0' },
    })
    expect(state).toMatchObject({ downloads: [], downloadAt: null })
  })

  it('of another part does not change the application', () => {
    const it = aDeviceWith(undefined)
    const { sent, state } = download(it, orderOf(JOB, FIRMWARE, 'lte'))
    expect(reportsIn(sent).at(-1)?.state).toBe('succeeded')
    expect(state.firmware).toBeNull()
  })

  it.each([
    ['not enough space', ['failed']],
    ['connection lost', ['downloading', 'failed']],
    ['image signature invalid', ['downloading', 'swapping', 'failed']],
  ])('sometimes fails: %s', (reason, states) => {
    const { sent, state } = download(aDeviceWith(reason))
    const reports = reportsIn(sent)
    expect([...new Set(reports.map((report) => report.state))]).toEqual(states)
    expect(reports.at(-1)?.reason).toBe(reason)
    expect(sent.some(({ type }) => type === 'session')).toBe(false)
    expect(state.firmware).toBeNull()
  })

  it('fails about once in eight times', () => {
    const failed = Array.from({ length: 800 }, (_, n) => simulatedDevice(String(2_159_000_000 + n))).filter(
      (it) => failureOf(it, { firmwareId: FIRMWARE, attempt: 1 }),
    )
    expect(failed.length).toBeGreaterThan(70)
    expect(failed.length).toBeLessThan(130)
  })

  it('with any id on any device has only valid steps, with bytes that grow to the size', () => {
    const ids = fc.stringMatching(/^[A-Za-z0-9-]{1,255}$/)
    fc.assert(
      fc.property(serialNumbers, ids, (serial, firmwareId) => {
        const it = simulatedDevice(serial, { speed: 100 })
        const reports = reportsIn(download(it, orderOf(JOB, firmwareId)).sent)
        let before: FirmwareState = 'scheduled'
        let bytes = 0
        for (const { state, bytes_downloaded = bytes } of reports) {
          expect(state === before || canFirmwareGo(before, state)).toBe(true)
          expect(bytes_downloaded).toBeGreaterThanOrEqual(bytes)
          before = state
          bytes = bytes_downloaded
        }
        expect(['succeeded', 'failed']).toContain(before)
        expect(bytes).toBeLessThanOrEqual(reports[0]?.firmware_size ?? 0)
      }),
      { numRuns: 50 },
    )
  })

  it('continues where it was after the device has restarted', () => {
    const it = aDeviceWith(undefined)
    const half = download(it, orderOf(JOB), 6)
    const reboot = { id: OTHER_JOB, type: 'shell' as const, body: ['system reboot'] }
    const { sent } = answering(reboot, { device: it, before: half.state, at: 8, minutes: 30 })
    const before = reportsIn(half.sent).at(-1)?.bytes_downloaded ?? 0
    expect(before).toBeGreaterThan(0)
    expect(reportsIn(sent)[0]?.bytes_downloaded).toBeGreaterThan(before)
    expect(reportsIn(sent).at(-1)?.state).toBe('succeeded')
  })

  it('is replaced by a later one for the same part, and delays one for another part', () => {
    const it = aDeviceWith(undefined)
    const half = download(it, orderOf(JOB), 6)
    const endedAfter = (order: Received) => {
      const { sent } = answering(order, { device: it, before: half.state, at: 8, minutes: 60 })
      const ends = reportsIn(sent).filter(({ state }) => isFirmwareDone(state))
      return ends.map(({ job_id }) => job_id)
    }
    expect(endedAfter(orderOf(OTHER_JOB))).toEqual([OTHER_JOB])
    expect(endedAfter(orderOf(OTHER_JOB, FIRMWARE, 'lte'))).toEqual([JOB, OTHER_JOB])
    expect(endedAfter(orderOf(JOB))).toEqual([JOB])
  })

  it('starts only by a downlink for it', () => {
    fc.assert(
      fc.property(serialNumbers, fc.jsonValue(), (serial, body) => {
        const it = simulatedDevice(serial)
        const { sent, state } = download(it, {
          ...orderOf(JOB),
          body: { firmware_id: FIRMWARE, target: 'app', job_id: body },
        })
        expect(reportsIn(sent)).toEqual([])
        expect(state.downloads).toEqual([])
      }),
    )
  })
})
