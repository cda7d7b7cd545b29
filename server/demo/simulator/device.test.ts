import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { newborn, receive, silenceAt, wake, wakesAt } from './device'
import { type DeviceState, type Outgoing, type SimulatedDevice, SURROUNDINGS } from './types'

const START = Date.UTC(2026, 4, 4, 9)
const DOWNLINK = '019df1f2-0000-7000-8000-000000000001'

const device = (serialNumber = '2159000017', more: Partial<SimulatedDevice> = {}): SimulatedDevice => ({
  serialNumber,
  surroundings: 'outdoor',
  vendorName: 'Acme',
  productName: 'rover',
  speed: 1,
  ...more,
})

type Sent = Pick<Outgoing, 'type' | 'body'> & { at: number }

/** Lets the device live by its own plan, and collects what it sends. */
function live(it: SimulatedDevice, from: DeviceState, until: number) {
  let state = from
  const sent: Sent[] = []
  for (let at = wakesAt(state); at !== null && at <= until; at = wakesAt(state)) {
    const now = at
    const step = wake(it, state, now)
    state = step.state
    sent.push(...step.messages.map(({ type, body }) => ({ type, body, at: now })))
  }
  return { state, sent }
}

/** A device that was just switched on and has sent its first report. */
function running(it = device()) {
  const { state } = live(it, newborn(it, START), START + 20_000)
  return state
}

/** The device gets the downlink and answers it. */
function answerTo(type: 'shell' | 'config', body: unknown, it = device(), before = running(it)) {
  const now = START + MINUTE
  const asked = receive(it, before, [{ id: DOWNLINK, type, body }], now)
  return live(it, asked, now + 15_000)
}

const serials = fc.integer({ min: 0, max: 9_999_999_999 }).map((n) => String(n).padStart(10, '0'))
const devices = fc
  .record({ serialNumber: serials, surroundings: fc.constantFrom(...SURROUNDINGS) })
  .map(({ serialNumber, surroundings }) => device(serialNumber, { surroundings }))

describe('a simulated device', () => {
  it('sends the same bytes under the same seed and clock', () => {
    fc.assert(
      fc.property(devices, fc.integer({ min: START - 400 * DAY, max: START + 400 * DAY }), (it, now) => {
        const once = live(it, newborn(it, now), now + DAY)
        const again = live({ ...it }, newborn({ ...it }, now), now + DAY)
        expect(JSON.stringify(again)).toBe(JSON.stringify(once))
      }),
      { numRuns: 20 },
    )
  })

  it('boots 5 to 10 seconds after it was made and reports a few seconds later', () => {
    fc.assert(
      fc.property(devices, (it) => {
        const { sent } = live(it, newborn(it, START), START + 20_000)
        const [session, data] = sent
        expect(sent.map(({ type }) => type)).toEqual(['session', 'data'])
        expect(session?.at).toBeGreaterThanOrEqual(START + 5000)
        expect(session?.at).toBeLessThan(START + 10_000)
        expect((data?.at ?? 0) - (session?.at ?? 0)).toBeLessThan(8000)
      }),
    )
  })

  it('describes itself at the boot', () => {
    const [session] = live(device(), newborn(device(), START), START + 10_000).sent
    expect(session?.body).toMatchObject({
      up: {
        vendor_name: 'Acme',
        product_name: 'rover',
        app_fw_name: expect.any(String),
        app_fw_version: expect.stringMatching(/^v\d/),
        app_fw_bundle: expect.any(String),
        hw_variant: expect.any(String),
        hw_revision: expect.any(String),
        lte_imei: expect.stringMatching(/^\d{15}$/),
        lte_imsi: expect.stringMatching(/^\d{15}$/),
        lte_iccid: expect.stringMatching(/^\d{19}$/),
        lte_fw_version: expect.any(String),
        ble_passkey: expect.stringMatching(/^\d{6}$/),
      },
    })
  })

  it('reports every half an hour, give or take a little', () => {
    const { sent } = live(device(), newborn(device(), START), START + DAY)
    const times = sent.filter(({ type }) => type === 'data').map(({ at }) => at)
    expect(times.length).toBeGreaterThanOrEqual(47)
    for (const [i, at] of times.slice(1).entries()) {
      expect(Math.abs(at - (times[i] ?? 0) - 1_800_000)).toBeLessThanOrEqual(20_000)
    }
  })

  it('goes silent now and then, and boots again', () => {
    const quiet = Array.from({ length: 50 }, (_, i) => String(2_159_000_000 + i)).filter((serial) => {
      const it = device(serial)
      const { sent } = live(it, newborn(it, START), START + 10 * DAY)
      const heard = sent.filter(({ at }) => (silenceAt(serial, at)?.from ?? 0) > START + DAY + 10_000)
      expect(heard).toEqual([])
      return sent.filter(({ type }) => type === 'session').length > 1
    })
    expect(quiet.length).toBeGreaterThan(5)
    expect(quiet.length).toBeLessThan(40)
  })

  it('says nothing while it is silent', () => {
    const silent: DeviceState = { ...running(), silent: true, reportAt: null, bootAt: START + DAY }
    expect(wake(device(), silent, START + DAY / 2)).toEqual({ state: silent, messages: [] })
  })

  it('reports early when it is woken early, and keeps to its plan', () => {
    const before = running()
    const { state, messages } = wake(device(), before, START + MINUTE)
    expect(messages.map(({ type }) => type)).toEqual(['data'])
    expect(wakesAt(state)).toBe(wakesAt(before))
  })

  it('answers each shell command with a response', () => {
    const { sent } = answerTo('shell', ['help', 'kernel uptime', 'make coffee'])
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      type: 'shell',
      body: {
        down_message_id: DOWNLINK,
        responses: [
          { result: 0, outputs: expect.arrayContaining([expect.stringContaining('config show')]) },
          { result: 0, outputs: [expect.stringMatching(/^Uptime: \d+ ms$/)] },
          { result: -8, outputs: ['make: command not found'] },
        ],
      },
    })
  })

  it('refuses a setting that makes no sense', () => {
    const { sent, state } = answerTo('shell', ['app config interval-report soon'])
    expect(sent[0]?.body).toMatchObject({ responses: [{ result: -22 }] })
    expect(state.settings).toEqual(running().settings)
  })

  it('opens a new session after a reboot', () => {
    const { sent, state } = answerTo('shell', ['system reboot'])
    expect(sent.map(({ type }) => type)).toEqual(['shell', 'session', 'data'])
    expect(state.boots).toBe(2)
  })

  it('answers a config downlink with its settings and keeps to the new interval', () => {
    const { sent, state } = answerTo('config', ['app config interval-report 60', 'app config name pump'])
    expect(sent[0]).toMatchObject({ type: 'config' })
    expect(sent[0]?.body).toEqual(
      expect.arrayContaining(['app config interval-report 60', 'app config name pump']),
    )
    const { sent: reports } = live(device(), state, START + MINUTE + 10 * MINUTE)
    expect(reports.length).toBeGreaterThanOrEqual(8)
  })

  it('survives every downlink', () => {
    fc.assert(
      fc.property(fc.constantFrom('shell', 'config'), fc.jsonValue(), (type, body) => {
        const { sent } = answerTo(type, body)
        expect(sent[0]?.type).toBe(type)
      }),
    )
  })

  it('lives faster at a higher speed', () => {
    const fast = device(undefined, { speed: 60 })
    const { sent } = live(fast, newborn(fast, START), START + HOUR)
    expect(sent.filter(({ type }) => type === 'data').length).toBeGreaterThanOrEqual(115)
  })
})
