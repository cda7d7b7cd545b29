import { dataBody } from './dataBody'
import { identity } from './identity'
import { between } from './random'
import { applyConfig, FACTORY_SETTINGS, reportInterval, settingLines } from './settings'
import { runShell, thinkingTime } from './shell'
import { silenceAt } from './silence'
import type { DeviceState, Outgoing, Received, SimulatedDevice, Step } from './types'

const DAY = 86_400_000

/** A delay between two lengths (s) that the device and the moment decide, in milliseconds. */
const delay = (
  { serialNumber, speed }: SimulatedDevice,
  from: number,
  to: number,
  what: string,
  now: number,
) => Math.round((1000 * between(from, to, serialNumber, what, now)) / speed)

/** A device that lies in its box and is switched on 5 to 10 seconds after `now`. */
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
})

/** When the device wakes by itself, in Unix milliseconds; null when it never will. */
export function wakesAt({ bootAt, reportAt, answerAt }: DeviceState): number | null {
  const planned = [bootAt, reportAt, answerAt].filter((time) => time !== null)
  return planned.length === 0 ? null : Math.min(...planned)
}

/**
 * One wake-up: the device boots, answers, or reports. Woken ahead of its plan it reports early, so that it hears
 * what waits for it. A silent device does nothing.
 */
export function wake(device: SimulatedDevice, state: DeviceState, now: number): Step {
  if (state.bootAt !== null && state.bootAt <= now) return boot(device, state, now)
  if (state.silent || state.bootedAt === null) return { state, messages: [] }
  if (state.answerAt !== null && state.answerAt <= now) return answer(device, state, now)
  return report(device, state, now)
}

/** The state after downlinks were handed over: their answers follow in a few seconds. */
export function receive(
  device: SimulatedDevice,
  state: DeviceState,
  received: Received[],
  now: number,
): DeviceState {
  if (received.length === 0) return state
  return {
    ...state,
    inbox: [...state.inbox, ...received],
    answerAt: now + Math.round(thinkingTime(device, now)),
  }
}

function boot(device: SimulatedDevice, state: DeviceState, now: number): Step {
  const { plmn: _, ...up } = identity(device)
  return {
    state: {
      ...state,
      boots: state.boots + 1,
      bootedAt: now,
      sequence: 0,
      silent: false,
      bootAt: null,
      reportAt: now + delay(device, 3, 7, 'first report', now),
    },
    messages: [{ type: 'session', body: { up: { ...up, boot_count: state.boots + 1 } } }],
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

/** The next report comes after the interval, give or take a little; a silence may swallow it. */
function planReport(device: SimulatedDevice, state: DeviceState, now: number): DeviceState {
  const interval = reportInterval(state.settings)
  const jitter = Math.min(20, interval * 0.05)
  const reportAt = now + delay(device, interval - jitter, interval + jitter, 'report', now)
  const silence = silenceAt(device.serialNumber, reportAt)
  // A device that has just been switched on stays to be looked at.
  if (!silence || silence.from < (state.bootedAt ?? 0) + DAY) return { ...state, reportAt }
  return { ...state, silent: true, reportAt: null, bootAt: silence.to }
}

function answer(device: SimulatedDevice, before: DeviceState, now: number): Step {
  let state: DeviceState = { ...before, inbox: [], answerAt: null }
  const messages: Outgoing[] = []
  for (const { id, type, body } of before.inbox) {
    if (type === 'config') {
      state = replan(device, { ...state, settings: applyConfig(state.settings, body) }, now)
      messages.push({ type: 'config', body: settingLines(state.settings) })
    }
    if (type === 'shell') {
      const run = runShell(device, state, body, now)
      state = replan(device, run.state, now)
      if (run.reboots) state = { ...state, reportAt: null, bootAt: now + delay(device, 3, 6, 'reboot', now) }
      messages.push({ type: 'shell', body: { down_message_id: id, responses: run.responses } })
    }
  }
  return { state, messages }
}

/** A shorter report interval counts from now on. */
function replan(device: SimulatedDevice, state: DeviceState, now: number): DeviceState {
  if (state.reportAt === null) return state
  const latest = Math.round(now + (1000 * reportInterval(state.settings)) / device.speed)
  return { ...state, reportAt: Math.min(state.reportAt, latest) }
}
