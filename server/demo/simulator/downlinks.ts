import { z } from 'zod'
import type { ShellResponse } from '#contract/messages'
import { handled } from './confirms'
import { dataBody } from './dataBody'
import { order } from './download'
import { identity } from './identity'
import { delay } from './random'
import { applyConfig, applySetting, lines, reportInterval, settingLines } from './settings'
import type { DeviceState, Received, SimulatedDevice, Step } from './types'

/** Body of a `data` downlink; a device has at most sixteen outputs. */
const outputsSchema = z.object({ outputs: z.array(z.number()).max(16) })

/** Answers the downlinks in the inbox. */
export function answer(device: SimulatedDevice, before: DeviceState, now: number): Step {
  const step: Step = { state: { ...before, inbox: [], answerAt: null }, messages: [] }
  for (const downlink of before.inbox) {
    const { state, messages, refusal } = answerOne(device, step.state, downlink, now)
    step.state = handled(device, state, downlink, refusal)
    step.messages.push(...messages)
  }
  return step
}

/** The step of one downlink, and why the device refuses it. */
function answerOne(
  device: SimulatedDevice,
  before: DeviceState,
  downlink: Received,
  now: number,
): Step & { refusal?: string } {
  const { id: down_message_id, type, body } = downlink
  switch (type) {
    case 'config': {
      const settings = applyConfig(before.settings, body)
      const state = replan(device, { ...before, settings }, now)
      const isRefused = lines(body).every((line) => applySetting(before.settings, line) === null)
      return {
        state,
        messages: [{ type, body: settingLines(settings) }],
        ...(isRefused && { refusal: 'invalid setting' }),
      }
    }
    case 'shell': {
      const { responses, reboots, ...run } = runShell(device, before, body, now)
      const state = replan(device, run.state, now)
      const bootAt = now + delay(device, 3, 6, 'reboot', now)
      return {
        state: reboots ? { ...state, reportAt: null, bootAt } : state,
        messages: [{ type, body: { down_message_id, responses } }],
      }
    }
    // A report has the new state of the outputs.
    case 'data': {
      const { data } = outputsSchema.safeParse(body)
      const error = 'outputs must be a list of numbers'
      if (!data)
        return { state: before, messages: [{ type, body: { down_message_id, error } }], refusal: error }
      const state = { ...before, outputs: data.outputs, sequence: before.sequence + 1 }
      return { state, messages: [{ type, body: dataBody(device, state, now) }] }
    }
    case 'firmware':
      return { state: order(device, before, body, now), messages: [] }
    case 'encoder':
    case 'decoder':
      return { state: before, messages: [{ type, body: { down_message_id, result: 0 } }] }
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

const HELP = `Available commands:
  help           : this list
  config show    : all settings
  config save    : save the settings and reboot
  info show      : identity of the device
  app config     : application settings, e.g. app config interval-report 1800
  kernel uptime  : time since the boot
  kernel version : version of the kernel
  lte state      : state of the modem
  system reboot  : start again`

/** The output of a command; undefined for one that the device does not have. */
function outputOf(command: string, device: SimulatedDevice, state: DeviceState, now: number) {
  const who = identity(device, state.firmware)
  const settings = settingLines(state.settings)
  switch (command) {
    case 'help':
      return HELP.split('\n')
    case 'config show':
      return settings
    case 'app config show':
      return settings.filter((line) => line.startsWith('app '))
    case 'config save':
      return ['saving settings', 'rebooting']
    case 'info show':
      return [
        `vendor name: ${who.vendor_name}`,
        `product name: ${who.product_name}`,
        `hardware variant: ${who.hw_variant}`,
        `hardware revision: ${who.hw_revision}`,
        `firmware bundle: ${who.app_fw_bundle}`,
        `firmware name: ${who.app_fw_name}`,
        `firmware version: ${who.app_fw_version}`,
        `serial number: ${device.serialNumber}`,
      ]
    case 'kernel uptime':
      return [`Uptime: ${Math.floor(now - (state.bootedAt ?? now))} ms`]
    case 'kernel version':
      return ['Kernel version 4.1.0']
    case 'lte state':
      return ['attached: yes', `imei: ${who.lte_imei}`, `imsi: ${who.lte_imsi}`, `iccid: ${who.lte_iccid}`]
    case 'system reboot':
      return ['rebooting']
  }
  return undefined
}

/** Runs the commands of a `shell` downlink one after the other, with one response each. An unknown command may be a setting. */
function runShell(device: SimulatedDevice, before: DeviceState, body: unknown, now: number) {
  let [state, reboots] = [before, false]
  const responses = lines(body).map((line): ShellResponse => {
    const command = line.trim().replace(/\s+/g, ' ')
    reboots ||= command === 'system reboot' || command === 'config save'
    const outputs = outputOf(command, device, state, now)
    if (outputs) return { result: 0, outputs }
    if (!/^\w+ config /.test(command))
      return { result: -8, outputs: [`${command.split(' ')[0] ?? ''}: command not found`] }
    const settings = applySetting(state.settings, command)
    if (!settings) return { result: -22, outputs: ['invalid argument'] }
    state = { ...state, settings }
    return { result: 0, outputs: [] }
  })
  return { state, responses, reboots }
}
