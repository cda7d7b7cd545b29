import type { FirmwareJob } from '#contract/firmware'

type Progress = Pick<FirmwareJob, 'state' | 'bytes_downloaded' | 'firmware_size'>

/**
 * How full the progress bar of a job is, in percent; null while the size of what is downloaded is unknown.
 * Only a download has a part of the way: every other state is full. Spec 2, section 4.
 */
export function progressOf({ state, bytes_downloaded, firmware_size }: Progress): number | null {
  if (state !== 'downloading') return 100
  if (!firmware_size) return null
  return Math.min(100, Math.floor((100 * (bytes_downloaded ?? 0)) / firmware_size))
}
