import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#contract/common/durations'
import { canFirmwareGo, type FirmwareState, firmwareReportSchema, isFirmwareDone } from '#contract/firmware'
import { newborn, receive, wake, wakesAt } from './device'
import { failureOf } from './download'
import {
  type DeviceState,
  deviceStateSchema,
  type Outgoing,
  type Received,
  type SimulatedDevice,
} from './types'

const START = Date.UTC(2026, 4, 4, 9)
const JOB = '019df1f2-0000-7000-8000-00000000000a'
const OTHER_JOB = '019df1f2-0000-7000-8000-00000000000b'
const FIRMWARE = 'sense-v2-1-0'

const device = (serialNumber: string, speed = 1): SimulatedDevice => ({
  serialNumber,
  surroundings: 'room',
  vendorName: 'Acme',
  productName: 'rover',
  speed,
})

const serials = fc.integer({ min: 0, max: 9_999_999_999 }).map((n) => String(n).padStart(10, '0'))

/** A serial number of a device on which the first download of a firmware meets this fate. */
function aSerialWith(reason: string | undefined, firmwareId = FIRMWARE): string {
  for (let n = 2_159_000_000; ; n++) {
    const serial = String(n)
    if (failureOf(device(serial), { firmwareId, attempt: 1 })?.reason === reason) return serial
  }
}

type Sent = Outgoing & { at: number }

/** Lets the device live by its own plan; its memory passes through JSON, as it does when the server starts again. */
function live(it: SimulatedDevice, from: DeviceState, until: number) {
  let state = from
  const sent: Sent[] = []
  for (let at = wakesAt(state); at !== null && at <= until; at = wakesAt(state)) {
    const step = wake(it, deviceStateSchema.parse(JSON.parse(JSON.stringify(state))), at)
    for (const message of step.messages) sent.push({ ...message, at })
    state = step.state
  }
  return { state, sent }
}

const running = (it: SimulatedDevice) => live(it, newborn(it, START), START + 20_000).state

const orderOf = (jobId: string, firmwareId = FIRMWARE, target = 'app'): Received => ({
  id: jobId,
  type: 'firmware',
  body: { job_id: jobId, firmware_id: firmwareId, target },
})

/** The device gets the order and lives on for a while. */
function download(it: SimulatedDevice, order = orderOf(JOB), minutes = 40) {
  const now = START + MINUTE
  return live(it, receive(it, running(it), [order], now), now + (minutes * MINUTE) / it.speed)
}

const reportsIn = (sent: Sent[]) =>
  sent.flatMap(({ type, body, at }) =>
    type === 'firmware' ? { ...firmwareReportSchema.parse(body), at } : [],
  )

describe('a simulated download', () => {
  it('takes about 13 minutes, then the swap about 2, while data is sent as ever', () => {
    const { sent } = download(device(aSerialWith(undefined)))
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

  it('of the application makes the device boot as another one', () => {
    const { sent, state } = download(device(aSerialWith(undefined)))
    const found = { app_fw_name: 'sense', app_fw_version: 'v2.1.0', app_fw_bundle: 'rover.app.sense' }
    expect(sent.find(({ type }) => type === 'session')?.body).toMatchObject({ up: found })
    expect(sent.findLast(({ type }) => type === 'data')?.body).toMatchObject({
      attribute: { fw_version: 'v2.1.0' },
    })
    expect(state).toMatchObject({ downloads: [], downloadAt: null })
  })

  it('of another part leaves the application as it was', () => {
    const it = device(aSerialWith(undefined))
    const { sent, state } = download(it, orderOf(JOB, FIRMWARE, 'lte'))
    expect(reportsIn(sent).at(-1)?.state).toBe('succeeded')
    expect(state.firmware).toBeNull()
  })

  it.each([
    ['not enough space', ['failed']],
    ['connection lost', ['downloading', 'failed']],
    ['image signature invalid', ['downloading', 'swapping', 'failed']],
  ])('fails now and then: %s', (reason, states) => {
    const { sent, state } = download(device(aSerialWith(reason)))
    const reports = reportsIn(sent)
    expect([...new Set(reports.map((report) => report.state))]).toEqual(states)
    expect(reports.at(-1)?.reason).toBe(reason)
    expect(sent.some(({ type }) => type === 'session')).toBe(false)
    expect(state.firmware).toBeNull()
  })

  it('fails about once in eight times', () => {
    const failed = Array.from({ length: 800 }, (_, n) => device(String(2_159_000_000 + n))).filter((it) =>
      failureOf(it, { firmwareId: FIRMWARE, attempt: 1 }),
    )
    expect(failed.length).toBeGreaterThan(70)
    expect(failed.length).toBeLessThan(130)
  })

  it('of any id on any device takes only steps that a job knows, with bytes that grow to the size', () => {
    const ids = fc.stringMatching(/^[A-Za-z0-9-]{1,255}$/)
    fc.assert(
      fc.property(serials, ids, (serial, firmwareId) => {
        const it = device(serial, 100)
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

  it('goes on where it was after the device has started again', () => {
    const it = device(aSerialWith(undefined))
    const half = download(it, orderOf(JOB), 6)
    const reboot = { id: OTHER_JOB, type: 'shell' as const, body: ['system reboot'] }
    const now = START + 8 * MINUTE
    const { sent } = live(it, receive(it, half.state, [reboot], now), now + 30 * MINUTE)
    const before = reportsIn(half.sent).at(-1)?.bytes_downloaded ?? 0
    expect(before).toBeGreaterThan(0)
    expect(reportsIn(sent)[0]?.bytes_downloaded).toBeGreaterThan(before)
    expect(reportsIn(sent).at(-1)?.state).toBe('succeeded')
  })

  it('is given up for a later one of the same part, and waited for by one of another part', () => {
    const it = device(aSerialWith(undefined))
    const half = download(it, orderOf(JOB), 6)
    const now = START + 8 * MINUTE
    const endedAfter = (order: Received) => {
      const { sent } = live(it, receive(it, half.state, [order], now), now + 60 * MINUTE)
      const ends = reportsIn(sent).filter(({ state }) => isFirmwareDone(state))
      return ends.map(({ job_id }) => job_id)
    }
    expect(endedAfter(orderOf(OTHER_JOB))).toEqual([OTHER_JOB])
    expect(endedAfter(orderOf(OTHER_JOB, FIRMWARE, 'lte'))).toEqual([JOB, OTHER_JOB])
    expect(endedAfter(orderOf(JOB))).toEqual([JOB])
  })

  it('is begun by nothing but an order', () => {
    fc.assert(
      fc.property(serials, fc.jsonValue(), (serial, body) => {
        const it = device(serial)
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

describe('a simulated device', () => {
  const now = START + MINUTE

  it('remembers what older versions of it have stored', () => {
    const {
      outputs: _1,
      firmware: _2,
      downloads: _3,
      downloadAt: _4,
      attempts: _5,
      ...old
    } = running(device('2159000017'))
    expect(deviceStateSchema.parse(old)).toEqual(running(device('2159000017')))
  })

  it('sets its outputs and reports how they are, or says what is wrong', () => {
    const it = device('2159000017')
    const downlink = { id: JOB, type: 'data' as const, body: { outputs: [0, 1, 0, 1] } }
    const { sent, state } = live(it, receive(it, running(it), [downlink], now), now + 15_000)
    expect(sent).toMatchObject([{ type: 'data', body: { outputs: [0, 1, 0, 1] } }])
    const nonsense = { ...downlink, body: 'open the valve' }
    const after = live(it, receive(it, state, [nonsense], now + 20_000), now + 35_000)
    expect(after.sent).toMatchObject([
      { body: { down_message_id: JOB, error: 'outputs must be a list of numbers' } },
    ])
    expect(after.state.outputs).toEqual([0, 1, 0, 1])
  })

  it.each(['encoder', 'decoder'] as const)('confirms a new %s', (type) => {
    const it = device('2159000017')
    const downlink = { id: JOB, type, body: { code: 'AAAA' } }
    const { sent } = live(it, receive(it, running(it), [downlink], now), now + 15_000)
    expect(sent).toMatchObject([{ type, body: { down_message_id: JOB, result: 0 } }])
  })
})
