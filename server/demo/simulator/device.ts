import { DAY, HOUR } from '#contract/common/durations'
import { unhandled, withConfirms } from './confirms'
import { dataBody } from './dataBody'
import { answer } from './downlinks'
import { proceed, soon } from './download'
import { identity } from './identity'
import { between, delay, uniform } from './random'
import { FACTORY_SETTINGS, reportInterval, settingLines } from './settings'
import type { DeviceState, Received, SimulatedDevice, Step } from './types'

/** A device is silent at most once in each window of this length. */
const WINDOW = 5 * DAY

/** The silence that covers the time, if any (Unix ms): in one window of four, mostly for some hours, sometimes for days. */
export function silenceAt(serialNumber: string, time: number): { from: number; to: number } | null {
  const start = Math.floor(time / WINDOW) * WINDOW
  if (uniform(serialNumber, 'silent', start) > 0.25) return null
  const [least, most]: [number, number] =
    uniform(serialNumber, 'long', start) < 0.25 ? [DAY, 3 * DAY] : [HOUR, 9 * HOUR]
  const length = between(least, most, serialNumber, 'length', start)
  const from = Math.floor(start + between(0, WINDOW - length, serialNumber, 'from', start))
  const to = Math.floor(from + length)
  return from <= time && time < to ? { from, to } : null
}

/** A new device, which is switched on 5 to 10 seconds after `now`. */
export const newborn = (device: SimulatedDevice, now: number): DeviceState => ({
  boots: 0,
  bootedAt: null,
  sequence: 0,
  settings: FACTORY_SETTINGS,
  silent: false,
  bootAt: now + delay(device, 5, 9, 'switched on', now),
  reportAt: null,
  answerAt: null,
  inbox: [],
  handled: [],
  confirms: [],
  outputs: null,
  firmware: null,
  downloads: [],
  downloadAt: null,
  attempts: 0,
})

/** When the device wakes by itself, in Unix milliseconds; null for never. */
export function wakesAt({ bootAt, reportAt, answerAt, downloadAt }: DeviceState): number | null {
  // A download continues after the boot.
  const planned = [bootAt, reportAt, answerAt, bootAt === null ? downloadAt : null]
  const next = Math.min(...planned.map((time) => time ?? Infinity))
  return next === Infinity ? null : next
}

/**
 * One wake-up: the device boots, answers, continues a download, or reports. Woken ahead of its plan it reports early, so that it receives
 * what is pending. A silent device does nothing.
 */
export const wake = (device: SimulatedDevice, state: DeviceState, now: number): Step =>
  withConfirms(awake(device, state, now))

function awake(device: SimulatedDevice, state: DeviceState, now: number): Step {
  if (state.bootAt !== null && state.bootAt <= now) return boot(device, state, now)
  if (state.silent || state.bootedAt === null) return { state, messages: [] }
  if (state.answerAt !== null && state.answerAt <= now) return answer(device, state, now)
  if (state.bootAt === null && state.downloadAt !== null && state.downloadAt <= now)
    return proceed(device, state, now)
  return report(device, state, now)
}

/** The state after downlinks were handed over. Answers to those that it has not got before follow in a few seconds. */
export function receive(
  device: SimulatedDevice,
  state: DeviceState,
  received: Received[],
  now: number,
): DeviceState {
  const fresh = unhandled(state, received)
  if (fresh.length === 0) return state
  return {
    ...state,
    inbox: [...state.inbox, ...fresh],
    answerAt: now + delay(device, 1, 3, 'thinking', now),
  }
}

function boot(device: SimulatedDevice, state: DeviceState, now: number): Step {
  const { plmn: _, ...up } = identity(device, state.firmware)
  return {
    state: {
      ...state,
      boots: state.boots + 1,
      bootedAt: now,
      sequence: 0,
      silent: false,
      bootAt: null,
      reportAt: now + delay(device, 3, 7, 'first report', now),
      downloadAt: state.downloads.length > 0 ? soon(device, now) : null,
    },
    messages: [
      { type: 'session', body: { up: { ...up, boot_count: state.boots + 1 } } },
      { type: 'config', body: settingLines(state.settings) },
    ],
  }
}

function report(device: SimulatedDevice, before: DeviceState, now: number): Step {
  const state = { ...before, sequence: before.sequence + 1 }
  const due = state.reportAt !== null && state.reportAt <= now
  return {
    state: due ? planReport(device, state, now) : state,
    messages: [{ type: 'data', body: dataBody(device, state, now) }],
  }
}

/** Plans the next report, about one interval later. A silence may begin before it. */
function planReport(device: SimulatedDevice, state: DeviceState, now: number): DeviceState {
  const interval = reportInterval(state.settings)
  const jitter = Math.min(20, interval * 0.05)
  const reportAt = now + delay(device, interval - jitter, interval + jitter, 'report', now)
  const silence = silenceAt(device.serialNumber, reportAt)
  // A device that was just switched on is not silent yet, so that people can watch it.
  if (!silence || silence.from < (state.bootedAt ?? 0) + DAY) return { ...state, reportAt }
  return { ...state, silent: true, reportAt: null, bootAt: silence.to }
}
