import type { Pool, PoolClient } from 'pg'
import { canFirmwareGo, FIRMWARE_STATES, firmwareReportSchema, isFirmwareDone } from '#contract/firmware'

/** A time never lies before those of the earlier steps, whatever the clocks of several servers say. */
const NOW = 'greatest($4::timestamptz, updated_at, scheduled_at)'

const REPORT = {
  name: 'firmware.report',
  text: `
    update firmware_job
    set state = $5,
      updated_at = ${NOW},
      download_started_at = case when $5 = 'downloading' then coalesce(download_started_at, ${NOW})
        else download_started_at end,
      swap_started_at = case when $5 = 'swapping' then coalesce(swap_started_at, ${NOW}) else swap_started_at end,
      reason = coalesce($7, reason),
      bytes_downloaded = greatest(bytes_downloaded, $8::bigint),
      firmware_bundle = coalesce($9, firmware_bundle),
      firmware_version = coalesce($10, firmware_version),
      firmware_name = coalesce($11, firmware_name),
      firmware_size = coalesce($12::bigint, firmware_size)
    where space_id = $1 and device_id = $2 and id = $3 and state = any($6::text[])`,
}

/**
 * Moves the job that a `firmware` uplink reports on. What is no report, names no job of this device, or would be a
 * step that the state machine does not know, changes nothing: the message itself is kept all the same.
 * `body` is the JSON text of the message. Spec 2, section 4.
 */
export async function applyFirmwareReport(
  client: Pool | PoolClient,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
  body: string,
  at: Date,
): Promise<void> {
  const { success, data: report } = firmwareReportSchema.safeParse(JSON.parse(body))
  if (!success) return
  const { job_id, state, reason, bytes_downloaded } = report
  const firmware = [
    report.firmware_bundle,
    report.firmware_version,
    report.firmware_name,
    report.firmware_size,
  ]
  const from = FIRMWARE_STATES.filter(
    (before) => canFirmwareGo(before, state) || (before === state && !isFirmwareDone(state)),
  )
  await client.query({
    ...REPORT,
    values: [spaceId, deviceId, job_id, at, state, from, reason, bytes_downloaded, ...firmware],
  })
}
