import { z } from 'zod'
import { dataBody } from './dataBody'
import { order } from './download'
import { delay } from './random'
import { applyConfig, reportInterval, settingLines } from './settings'
import { runShell } from './shell'
import type { DeviceState, Received, SimulatedDevice, Step } from './types'

/** Body of a `data` downlink; a device has at most sixteen outputs. */
const outputsSchema = z.object({ outputs: z.array(z.number()).max(16) })

/** Answers the downlinks in the inbox. */
export function answer(device: SimulatedDevice, before: DeviceState, now: number): Step {
  const step: Step = { state: { ...before, inbox: [], answerAt: null }, messages: [] }
  for (const downlink of before.inbox) {
    const { state, messages } = answerOne(device, step.state, downlink, now)
    step.state = state
    step.messages.push(...messages)
  }
  return step
}

function answerOne(device: SimulatedDevice, before: DeviceState, downlink: Received, now: number): Step {
  const { id, type, body } = downlink
  switch (type) {
    case 'config': {
      const settings = applyConfig(before.settings, body)
      const state = replan(device, { ...before, settings }, now)
      return { state, messages: [{ type, body: settingLines(settings) }] }
    }
    case 'shell': {
      const run = runShell(device, before, body, now)
      const state = replan(device, run.state, now)
      const bootAt = now + delay(device, 3, 6, 'reboot', now)
      return {
        state: run.reboots ? { ...state, reportAt: null, bootAt } : state,
        messages: [{ type, body: { down_message_id: id, responses: run.responses } }],
      }
    }
    // A report has the new state of the outputs.
    case 'data': {
      const { data } = outputsSchema.safeParse(body)
      const error = 'outputs must be a list of numbers'
      if (!data) return { state: before, messages: [{ type, body: { down_message_id: id, error } }] }
      const state = { ...before, outputs: data.outputs, sequence: before.sequence + 1 }
      return { state, messages: [{ type, body: dataBody(device, state, now) }] }
    }
    case 'firmware':
      return { state: order(device, before, body, now), messages: [] }
    case 'encoder':
    case 'decoder':
      return { state: before, messages: [{ type, body: { down_message_id: id, result: 0 } }] }
    case 'session':
      return { state: before, messages: [] }
  }
}

/** A shorter report interval takes effect now. */
function replan(device: SimulatedDevice, state: DeviceState, now: number): DeviceState {
  if (state.reportAt === null) return state
  const latest = Math.round(now + (1000 * reportInterval(state.settings)) / device.speed)
  return { ...state, reportAt: Math.min(state.reportAt, latest) }
}
