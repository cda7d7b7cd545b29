import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { firmwareStateSchema } from '#contract/firmware'
import { choice, time } from './columns'
import { device } from './device'

/** Downloads of firmware to devices. The downlink of a job has the job's id and time. */
export const firmwareJob = pgTable(
  'firmware_job',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    id: uuid().notNull(),
    firmwareId: text('firmware_id').notNull(),
    target: text().notNull(),
    state: choice('state', firmwareStateSchema).notNull().default('scheduled'),
    reason: text(),
    firmwareBundle: text('firmware_bundle'),
    firmwareVersion: text('firmware_version'),
    firmwareName: text('firmware_name'),
    firmwareSize: bigint('firmware_size', { mode: 'number' }),
    bytesDownloaded: bigint('bytes_downloaded', { mode: 'number' }),
    scheduledAt: time('scheduled_at').notNull(),
    downloadStartedAt: time('download_started_at'),
    swapStartedAt: time('swap_started_at'),
    updatedAt: time('updated_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.id] }),
    // The few running jobs, and the failed ones, of all devices of a space.
    index('firmware_job_open')
      .on(t.spaceId, t.id)
      .where(sql`${t.state} in ('scheduled', 'downloading', 'swapping')`),
    index('firmware_job_failed').on(t.spaceId, t.updatedAt).where(sql`${t.state} = 'failed'`),
    foreignKey({
      name: 'firmware_job_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
  ],
)
