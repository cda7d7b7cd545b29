import type { ShellResponse } from '#contract/messages'
import { identity } from './identity'
import { uniform } from './random'
import { applySetting, lines, settingLines } from './settings'
import type { DeviceState, SimulatedDevice } from './types'

/** The result of a list of commands. */
interface ShellRun {
  state: DeviceState
  responses: ShellResponse[]
  reboots: boolean
}

const NOT_FOUND = -8
const INVALID = -22

type Command = (device: SimulatedDevice, state: DeviceState, now: number) => string[]

const uptime = (state: DeviceState, now: number) => now - (state.bootedAt ?? now)

const COMMANDS: Record<string, Command> = {
  help: () => [
    'Available commands:',
    '  help           : this list',
    '  config show    : all settings',
    '  config save    : save the settings and reboot',
    '  info show      : identity of the device',
    '  app config     : application settings, e.g. app config interval-report 1800',
    '  kernel uptime  : time since the boot',
    '  kernel version : version of the kernel',
    '  lte state      : state of the modem',
    '  system reboot  : start again',
  ],
  'config show': (_device, { settings }) => settingLines(settings),
  'app config show': (_device, { settings }) =>
    settingLines(settings).filter((line) => line.startsWith('app ')),
  'config save': () => ['saving settings', 'rebooting'],
  'info show': (device, { firmware }) => {
    const who = identity(device, firmware)
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
  },
  'kernel uptime': (_device, state, now) => [`Uptime: ${Math.floor(uptime(state, now))} ms`],
  'kernel version': () => ['Kernel version 4.1.0'],
  'lte state': (device, { firmware }) => {
    const who = identity(device, firmware)
    return ['attached: yes', `imei: ${who.lte_imei}`, `imsi: ${who.lte_imsi}`, `iccid: ${who.lte_iccid}`]
  },
  'system reboot': () => ['rebooting'],
}

const REBOOTS = new Set(['system reboot', 'config save'])

/** Runs the commands of a `shell` downlink one after the other; one response each. */
export function runShell(device: SimulatedDevice, state: DeviceState, body: unknown, now: number): ShellRun {
  const run: ShellRun = { state, responses: [], reboots: false }
  for (const line of lines(body)) {
    const command = line.trim().replace(/\s+/g, ' ')
    const outputs = Object.hasOwn(COMMANDS, command) ? COMMANDS[command]?.(device, run.state, now) : undefined
    run.reboots ||= REBOOTS.has(command)
    run.responses.push(outputs ? { result: 0, outputs } : set(run, command))
  }
  return run
}

/** Any other command either sets something or is unknown. */
function set(run: ShellRun, command: string): ShellResponse {
  if (!/^\w+ config /.test(command)) {
    return { result: NOT_FOUND, outputs: [`${command.split(' ')[0] ?? ''}: command not found`] }
  }
  const settings = applySetting(run.state.settings, command)
  if (!settings) return { result: INVALID, outputs: ['invalid argument'] }
  run.state = { ...run.state, settings }
  return { result: 0, outputs: [] }
}

/** Milliseconds until the device has run its commands: one to three seconds. */
export const thinkingTime = ({ serialNumber, speed }: SimulatedDevice, now: number): number =>
  (1000 + 2000 * uniform(serialNumber, 'thinking', now)) / speed
