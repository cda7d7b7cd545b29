import { type FirmwareJob, isFirmwareDone } from '#contract/firmware'

/** Phases of a job, in their order. Spec 2, section 4. */
type PhaseId = 'scheduled' | 'downloading' | 'swapping' | 'updated'

/** One phase of a job. */
export interface Phase {
  id: PhaseId
  /** ISO time of its beginning; null when the job did not reach it. */
  at: string | null
  /** How long it took or has taken so far, in seconds; null for a moment, and when it was not reached. */
  seconds: number | null
  /** It goes on, so its duration grows. */
  running: boolean
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
 * The phases of a job. A job that is over ended with its last update, whatever phase it was in.
 * @param now milliseconds since 1970, up to where a running phase is counted
 */
export function timelineOf(job: Times, now: number): Phase[] {
  const done = isFirmwareDone(job.state)
  const end = done ? job.updated_at : now
  const phase = (id: PhaseId, at: string | null, next: string | null): Phase => ({
    id,
    at,
    seconds: secondsBetween(at, next ?? end),
    running: job.state === id,
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
    },
  ]
}

/** Seconds from the start of the download to the end of a job that is over; null when it never started or is not over. */
export const totalOf = (job: Times): number | null =>
  isFirmwareDone(job.state) ? secondsBetween(job.download_started_at, job.updated_at) : null
