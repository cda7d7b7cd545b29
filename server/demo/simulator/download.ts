import { type FirmwareReport, firmwareOrderSchema } from '#contract/firmware'
import { between, delay, pick, uniform } from './random'
import type { DeviceState, Download, Outgoing, SimulatedDevice, Step } from './types'

/** An id with a version, such as `sense-v2-1-0`. */
const WITH_VERSION = /^(.*?)-?v?(\d{1,4})-(\d{1,4})-(\d{1,4})$/i

/** The firmware of an id, with its size in bytes; any id has one. The same id is the same firmware on every device. */
function imageOf({ productName }: SimulatedDevice, { firmwareId, target }: Download) {
  const [, named, major, minor, patch] = WITH_VERSION.exec(firmwareId) ?? []
  const name = (named || 'sense').toLowerCase().slice(0, 40)
  const digit = (what: string) => Math.floor(uniform(firmwareId, what) * 10)
  const version = major ? `v${major}.${minor}.${patch}` : `v1.${6 + digit('minor')}.${digit('patch')}`
  return {
    bundle: `${productName}.${target.slice(0, 40)}.${name}`,
    name,
    version,
    size: Math.round(between(280_000, 460_000, firmwareId, 'size')),
  }
}

/** Failures in each state of a download. */
const FAILURES = {
  ordered: 'not enough space',
  downloading: 'connection lost',
  swapping: 'image signature invalid',
}

/** How a download will fail, as one in eight does; null if it will not. Another attempt may end differently. */
export function failureOf(
  { serialNumber }: SimulatedDevice,
  { firmwareId, attempt }: Pick<Download, 'firmwareId' | 'attempt'>,
) {
  if (uniform(serialNumber, 'fails', firmwareId, attempt) >= 1 / 8) return null
  const state = pick<Download['state']>(
    ['ordered', 'downloading', 'swapping'],
    serialNumber,
    'failure',
    firmwareId,
    attempt,
  )
  return { in: state, reason: FAILURES[state] }
}

/**
 * The state after a `firmware` downlink: the download begins in a few seconds, or after the current one. It replaces an
 * earlier one for the same part of the device, unless that is swapping. Invalid orders are ignored.
 */
export function order(device: SimulatedDevice, state: DeviceState, body: unknown, now: number): DeviceState {
  const { success, data } = firmwareOrderSchema.safeParse(body)
  if (!success || state.downloads.some(({ jobId }) => jobId === data.job_id)) return state
  const { job_id: jobId, firmware_id: firmwareId, target } = data
  const kept = state.downloads.filter((other) => other.target !== target || other.state === 'swapping')
  const attempt = state.attempts + 1
  return {
    ...state,
    attempts: attempt,
    downloads: [...kept, { jobId, firmwareId, target, attempt, state: 'ordered', bytes: 0 }],
    downloadAt: kept[0] && kept[0] === state.downloads[0] ? state.downloadAt : soon(device, now),
  }
}

/** When a device continues with a waiting download. */
export const soon = (device: SimulatedDevice, now: number): number =>
  now + delay(device, 3, 6, 'download', now)

/** One step of the current download, with its report. Rules, "How a device behaves". */
export function proceed(device: SimulatedDevice, state: DeviceState, now: number): Step {
  const [download] = state.downloads
  if (!download) return { state: { ...state, downloadAt: null }, messages: [] }
  const failure = failureOf(device, download)
  const { size, ...image } = imageOf(device, download)
  // Between two reports, after 20 to 30 s: all of it arrives within 13 minutes.
  const part = size * between(0.027, 0.037, device.serialNumber, 'part', now)
  const bytes = download.state === 'ordered' ? 0 : Math.min(size, Math.round(download.bytes + part))

  const tooEarly = download.state === 'downloading' && bytes < size / 2
  if (failure?.in === download.state && !tooEarly)
    return end(device, state, now, report(download, { state: 'failed', reason: failure.reason }))
  if (download.state === 'swapping') return swapped(device, state, now, download)
  const full = bytes === size
  const next = { ...download, bytes, state: full ? 'swapping' : 'downloading' } as const
  const wait = full ? delay(device, 110, 130, 'swap', now) : delay(device, 20, 30, 'part', now)
  const found = download.state === 'ordered' && {
    firmware_bundle: image.bundle,
    firmware_name: image.name,
    firmware_version: image.version,
    firmware_size: size,
  }
  return {
    state: { ...state, downloads: [next, ...state.downloads.slice(1)], downloadAt: now + wait },
    messages: [report(next, { state: next.state, bytes_downloaded: bytes, ...found })],
  }
}

const report = ({ jobId }: Download, body: Omit<FirmwareReport, 'job_id'>): Outgoing => ({
  type: 'firmware',
  body: { job_id: jobId, ...body },
})

/** Ends the current download; the next one, if any, follows. */
function end(device: SimulatedDevice, state: DeviceState, now: number, message: Outgoing): Step {
  const [, ...downloads] = state.downloads
  const downloadAt = downloads.length > 0 ? soon(device, now) : null
  return { state: { ...state, downloads, downloadAt }, messages: [message] }
}

/** Ends the current download and reboots the device, with the new application if it was one. */
function swapped(device: SimulatedDevice, state: DeviceState, now: number, download: Download): Step {
  const { bundle, name, version } = imageOf(device, download)
  const firmware = { app_fw_bundle: bundle, app_fw_name: name, app_fw_version: version }
  const rebooting = { ...state, reportAt: null, bootAt: now + delay(device, 3, 6, 'reboot', now) }
  const installed = download.target === 'app' ? { ...rebooting, firmware } : rebooting
  return end(device, installed, now, report(download, { state: 'succeeded' }))
}
