import { type FirmwareJob, isFirmwareDone } from '#contract/firmware'

/**
 * Percentage of a job's progress bar; null while the size of the download is unknown. Only a download is partial; in
 * every other state the bar is full, and its colour shows the state. Rules, "Firmware".
 */
export function progressOf({
  state,
  bytes_downloaded,
  firmware_size,
}: Pick<FirmwareJob, 'state' | 'bytes_downloaded' | 'firmware_size'>): number | null {
  if (state !== 'downloading') return 100
  if (!firmware_size) return null
  return Math.min(100, Math.floor((100 * (bytes_downloaded ?? 0)) / firmware_size))
}

/** One phase of a job. Rules, "Firmware". */
export interface Phase {
  id: 'scheduled' | 'downloading' | 'swapping' | 'updated'
  /** ISO time of its start; null if the job did not reach it. */
  at: string | null
  /** Duration so far in seconds; null for a moment, and if the job did not reach it. */
  seconds: number | null
  /** Whether the duration still grows. */
  running: boolean
  /** Whether the job reached it. The last report is a step only of a successful job. */
  reached: boolean
}

type Times = Pick<
  FirmwareJob,
  'state' | 'scheduled_at' | 'download_started_at' | 'swap_started_at' | 'updated_at'
>

function secondsBetween(start: string | null, end: string | number | null): number | null {
  if (start === null || end === null) return null
  return Math.max(0, Math.floor((new Date(end).getTime() - Date.parse(start)) / 1000))
}

/**
 * Phases of a job, in their order. The last update ends a finished job, in whatever phase.
 * @param now end of a running phase, in milliseconds since 1970
 */
export function timelineOf(job: Times, now: number): Phase[] {
  const done = isFirmwareDone(job.state)
  const end = done ? job.updated_at : now
  const phase = (id: Phase['id'], at: string | null, next: string | null): Phase => ({
    id,
    at,
    seconds: secondsBetween(at, next ?? end),
    running: job.state === id,
    reached: at !== null,
  })
  return [
    phase('scheduled', job.scheduled_at, job.download_started_at),
    phase('downloading', job.download_started_at, job.swap_started_at),
    phase('swapping', job.swap_started_at, null),
    {
      id: 'updated',
      at: job.updated_at,
      seconds: done ? null : secondsBetween(job.updated_at, now),
      running: !done && job.updated_at !== null,
      reached: job.state === 'succeeded',
    },
  ]
}

/** Seconds from the start of the download to the end of a finished job; otherwise null. */
export const totalOf = (job: Times): number | null =>
  isFirmwareDone(job.state) ? secondsBetween(job.download_started_at, job.updated_at) : null

/** A duration as "1h 2m 3s", without leading zero units. Rules, "Firmware". */
export function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const parts = [hours > 0 && `${hours}h`, (hours > 0 || minutes > 0) && `${minutes}m`, `${seconds % 60}s`]
  return parts.filter(Boolean).join(' ')
}
