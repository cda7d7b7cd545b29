import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import {
  answering,
  live,
  running,
  START,
  simulatedDevice,
  simulatedDevices,
} from '../../../tests/support/simulatedDevice'
import { newborn, silenceAt, wake, wakesAt } from './device'
import type { DeviceState, Received } from './types'

const ID = '019df1f2-0000-7000-8000-000000000001'
const answerTo = (type: Received['type'], body: unknown, before?: DeviceState) =>
  answering({ id: ID, type, body }, { ...(before && { before }) })

test('it sends the same bytes with the same seed and clock', () => {
  fc.assert(
    fc.property(simulatedDevices, fc.integer({ min: -400, max: 400 }), (device, days) => {
      const now = START + days * DAY
      const once = live(device, newborn(device, now), now + DAY)
      const again = live({ ...device }, newborn({ ...device }, now), now + DAY)
      expect(JSON.stringify(again)).toBe(JSON.stringify(once))
    }),
    { numRuns: 20 },
  )
})

test('it boots 5 to 10 seconds after its creation, and reports a few seconds later', () => {
  fc.assert(
    fc.property(simulatedDevices, (device) => {
      const { sent } = live(device, newborn(device, START), START + 20_000)
      expect(sent.map(({ type }) => type)).toEqual(['session', 'config', 'data'])
      const [session = 0, , data = 0] = sent.map(({ at }) => at)
      expect(session).toBeGreaterThanOrEqual(START + 5000)
      expect(session).toBeLessThan(START + 10_000)
      expect(data - session).toBeLessThan(8000)
    }),
  )
})

test('it describes itself when it boots', () => {
  const device = simulatedDevice()
  const [session] = live(device, newborn(device, START), START + 10_000).sent
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

test('it reports about every half an hour, and faster at a higher speed', () => {
  const reportsOf = (speed: number, until: number) => {
    const device = simulatedDevice(undefined, { speed })
    const { sent } = live(device, newborn(device, START), START + until)
    return sent.filter(({ type }) => type === 'data').map(({ at }) => at)
  }
  const times = reportsOf(1, DAY)
  expect(times.length).toBeGreaterThanOrEqual(47)
  for (const [i, at] of times.slice(1).entries())
    expect(Math.abs(at - (times[i] ?? 0) - 1_800_000)).toBeLessThanOrEqual(20_000)
  expect(reportsOf(60, HOUR).length).toBeGreaterThanOrEqual(115)
})

test('it sometimes falls silent, sends nothing meanwhile, and boots again', () => {
  const quiet = Array.from({ length: 50 }, (_, i) => String(2_159_000_000 + i)).filter((serial) => {
    const device = simulatedDevice(serial)
    const { sent } = live(device, newborn(device, START), START + 10 * DAY)
    const duringSilence = sent.filter(({ at }) => (silenceAt(serial, at)?.from ?? 0) > START + DAY + 10_000)
    expect(duringSilence).toEqual([])
    return sent.filter(({ type }) => type === 'session').length > 1
  })
  expect(quiet.length).toBeGreaterThan(5)
  expect(quiet.length).toBeLessThan(40)
  const silent: DeviceState = { ...running(), silent: true, reportAt: null, bootAt: START + DAY }
  expect(wake(simulatedDevice(), silent, START + DAY / 2)).toEqual({ state: silent, messages: [] })
})

test('it reports early when it is woken early, and keeps its schedule', () => {
  const before = running()
  const { state, messages } = wake(simulatedDevice(), before, START + MINUTE)
  expect(messages.map(({ type }) => type)).toEqual(['data'])
  expect(wakesAt(state)).toBe(wakesAt(before))
})

test('it answers each shell command with a response', () => {
  expect(answerTo('shell', ['help', 'kernel uptime', 'make coffee']).sent).toMatchObject([
    {
      type: 'shell',
      body: {
        down_message_id: ID,
        responses: [
          { result: 0, outputs: expect.arrayContaining([expect.stringContaining('config show')]) },
          { result: 0, outputs: [expect.stringMatching(/^Uptime: \d+ ms$/)] },
          { result: -8, outputs: ['make: command not found'] },
        ],
      },
    },
  ])
})

test('it refuses an invalid setting', () => {
  const { sent, state } = answerTo('shell', ['app config interval-report soon'])
  expect(sent[0]?.body).toMatchObject({ responses: [{ result: -22 }] })
  expect(state.settings).toEqual(running().settings)
})

test('it starts a new session after a reboot', () => {
  const { sent, state } = answerTo('shell', ['system reboot'])
  expect(sent.map(({ type }) => type)).toEqual(['shell', 'session', 'config', 'data'])
  expect(state.boots).toBe(2)
})

test('it answers a config downlink with its settings, and uses the new interval', () => {
  const settings = ['app config interval-report 60', 'app config name pump']
  const { sent, state } = answerTo('config', settings)
  expect(sent).toMatchObject([{ type: 'config', body: expect.arrayContaining(settings) }])
  const { sent: reports } = live(simulatedDevice(), state, START + 11 * MINUTE)
  expect(reports.length).toBeGreaterThanOrEqual(8)
})

test('it sets its outputs and reports their state, or an error', () => {
  const { sent, state } = answerTo('data', { outputs: [0, 1, 0, 1] })
  expect(sent).toMatchObject([{ type: 'data', body: { outputs: [0, 1, 0, 1] } }])
  const after = answerTo('data', 'open the valve', state)
  const error = 'outputs must be a list of numbers'
  expect(after.sent).toMatchObject([{ body: { down_message_id: ID, error } }])
  expect(after.state.outputs).toEqual([0, 1, 0, 1])
})

test.each(['encoder', 'decoder'] as const)('it confirms a new %s', (type) => {
  const { sent } = answerTo(type, { code: 'AAAA' })
  expect(sent).toMatchObject([{ type, body: { down_message_id: ID, result: 0 } }])
})

test('it survives every downlink', () => {
  fc.assert(
    fc.property(fc.constantFrom('shell', 'config'), fc.jsonValue(), (type, body) => {
      expect(answerTo(type, body).sent[0]?.type).toBe(type)
    }),
  )
})
