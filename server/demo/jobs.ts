import { type FirmwareReport, firmwareOrderSchema, firmwareReportSchema } from '#contract/firmware'
import type { firmwareJob } from '../db/schema'
import type { PastMessage } from './history'

type Job = typeof firmwareJob.$inferInsert

/** Which device. */
export type Ref = Pick<Job, 'spaceId' | 'deviceId'>

interface Reported {
  at: Date
  report: FirmwareReport
}

/** The firmware jobs that the messages of a device tell of. */
export function pastJobs(ref: Ref, messages: PastMessage[]): Job[] {
  const firmware = messages.filter(({ type }) => type === 'firmware')
  const reports = firmware
    .filter(({ direction }) => direction === 'up')
    .map(({ created_at: at, body }) => ({ at, report: firmwareReportSchema.parse(JSON.parse(body ?? '')) }))
  return firmware
    .filter(({ direction }) => direction === 'down')
    .map((order) =>
      jobOf(
        ref,
        order,
        reports.filter(({ report }) => report.job_id === order.id),
      ),
    )
}

function jobOf(ref: Ref, order: PastMessage, reports: Reported[]): Job {
  const { firmware_id: firmwareId, target } = firmwareOrderSchema.parse(JSON.parse(order.body ?? ''))
  const canceled = order.down_state === 'cancelled'
  const since = (state: FirmwareReport['state']) => reports.find(({ report }) => report.state === state)?.at
  const known: Partial<FirmwareReport> = Object.assign({}, ...reports.map(({ report }) => report))
  return {
    ...ref,
    id: order.id,
    firmwareId,
    target,
    state: canceled ? 'canceled' : known.state,
    reason: known.reason,
    firmwareBundle: known.firmware_bundle,
    firmwareVersion: known.firmware_version,
    firmwareName: known.firmware_name,
    firmwareSize: known.firmware_size,
    bytesDownloaded: known.bytes_downloaded,
    scheduledAt: order.created_at,
    downloadStartedAt: since('downloading'),
    swapStartedAt: since('swapping'),
    updatedAt: canceled ? order.down_state_at : reports.at(-1)?.at,
  }
}
