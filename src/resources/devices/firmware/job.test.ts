import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIRMWARE_STATES } from '#contract/firmware'
import { formatBytes } from '../../../numbers'
import { formatDuration, type Phase, progressOf, timelineOf, totalOf } from './job'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 2) + seconds * 1000).toISOString()
const job = {
  state: 'scheduled',
  scheduled_at: at(0),
  download_started_at: null,
  swap_started_at: null,
  updated_at: null,
} as const
const now = Date.parse(at(4000))
const durations = (phases: Phase[]) => phases.map(({ seconds }) => seconds)

describe('the progress of a firmware job', () => {
  it('is the downloaded percentage of the size, at most 100', () => {
    expect(progressOf({ state: 'downloading', bytes_downloaded: 300, firmware_size: 1200 })).toBe(25)
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 1e9 }), (bytes_downloaded, firmware_size) => {
        const progress = progressOf({ state: 'downloading', bytes_downloaded, firmware_size })
        expect(progress).toBeGreaterThanOrEqual(0)
        expect(progress).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('is unknown while the size is unknown', () => {
    expect(progressOf({ state: 'downloading', bytes_downloaded: 300, firmware_size: null })).toBeNull()
    expect(progressOf({ state: 'downloading', bytes_downloaded: 300, firmware_size: 0 })).toBeNull()
  })

  it('is full in every other state, whether or not the download has begun', () => {
    for (const state of FIRMWARE_STATES.filter((state) => state !== 'downloading'))
      expect(progressOf({ ...job, state, bytes_downloaded: 300, firmware_size: 1200 })).toBe(100)
  })
})

describe('the timeline of a firmware job', () => {
  it('counts a running phase up to now', () => {
    const downloading = {
      ...job,
      state: 'downloading',
      download_started_at: at(60),
      updated_at: at(3900),
    } as const
    expect(timelineOf(downloading, now)).toEqual([
      { id: 'scheduled', at: at(0), seconds: 60, running: false, reached: true },
      { id: 'downloading', at: at(60), seconds: 3940, running: true, reached: true },
      { id: 'swapping', at: null, seconds: null, running: false, reached: false },
      { id: 'updated', at: at(3900), seconds: 100, running: true, reached: false },
    ])
    expect(totalOf(downloading)).toBeNull()
  })

  it('ends with the last update once the job is finished', () => {
    const times = { download_started_at: at(60), swap_started_at: at(860), updated_at: at(980) }
    const succeeded = { ...job, ...times, state: 'succeeded' } as const
    expect(durations(timelineOf(succeeded, now))).toEqual([60, 800, 120, null])
    expect(timelineOf(succeeded, now).every(({ reached }) => reached)).toBe(true)
    expect(totalOf(succeeded)).toBe(920)
  })

  it('leaves out the phases that a failed or canceled job did not reach', () => {
    const canceled = { ...job, state: 'canceled', updated_at: at(30) } as const
    expect(durations(timelineOf(canceled, now))).toEqual([30, null, null, null])
    expect(totalOf(canceled)).toBeNull()
    const failed = { ...canceled, state: 'failed', download_started_at: at(10) } as const
    expect(durations(timelineOf(failed, now))).toEqual([10, 20, null, null])
    expect(totalOf(failed)).toBe(20)
  })

  it('never counts below zero when clocks differ', () => {
    expect(timelineOf(job, Date.parse(at(-5)))[0]?.seconds).toBe(0)
  })
})

describe('units', () => {
  it('format durations in hours, minutes and seconds', () => {
    expect([0, 59, 60, 3600, 3723].map(formatDuration)).toEqual([
      '0s',
      '59s',
      '1m 0s',
      '1h 0m 0s',
      '1h 2m 3s',
    ])
  })

  it('format bytes for the language', () => {
    expect(formatBytes(0, 'en')).toBe('0 bytes')
    expect(formatBytes(1, 'en')).toBe('1 byte')
    expect(formatBytes(512, 'en')).toBe('512 bytes')
    expect(formatBytes(2, 'cs')).toBe('2 bajty')
    expect(formatBytes(5, 'cs')).toBe('5 bajtů')
    expect(formatBytes(245_300, 'en')).toBe('245.3 kB')
    expect(formatBytes(2_345_678, 'cs')).toBe('2,3 MB')
  })
})
