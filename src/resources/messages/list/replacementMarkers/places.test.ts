import { expect, it } from 'vitest'
import type { DeviceReplacement } from '#contract/devices/handover'
import { type Page, placesOf } from './places'

const at = (minute: number) =>
  new Date(Date.parse('2026-11-21T08:00:00.000Z') + minute * 60_000).toISOString()
const marker = (minute: number): DeviceReplacement => ({
  id: `marker ${minute}`,
  created_at: at(minute),
  old_serial_number: '2159000001',
  new_serial_number: '2159000002',
  by: null,
})

/** Markers at these minutes among messages at these minutes, as `marker: row`. */
function found(markers: number[], minutes: number[], page: Partial<Page> = {}) {
  const rows = minutes.map((minute) => ({ id: `message ${minute}`, created_at: at(minute) }))
  const { above, end, unsure } = placesOf(markers.map(marker), { rows, isFirst: true, isLast: true, ...page })
  const ids = (some: DeviceReplacement[]) => some.map(({ id }) => id)
  return {
    above: Object.fromEntries([...above].map(([id, some]) => [id, ids(some)])),
    end: ids(end),
    unsure: unsure?.id ?? null,
  }
}
const NOTHING = { above: {}, end: [], unsure: null }

it('puts a marker between the message before and the message after', () => {
  expect(found([15], [30, 20, 10])).toEqual({ ...NOTHING, above: { 'message 10': ['marker 15'] } })
})

it('assigns a message of the same moment to the new hardware', () => {
  expect(found([20], [30, 20, 10])).toEqual({ ...NOTHING, above: { 'message 10': ['marker 20'] } })
})

it('puts markers without a message between them in one place, the newest first', () => {
  expect(found([14, 16, 25], [30, 20, 10])).toEqual({
    ...NOTHING,
    above: { 'message 10': ['marker 16', 'marker 14'], 'message 20': ['marker 25'] },
  })
})

it('puts it above all messages while the new hardware has sent none, and below all when only that has', () => {
  expect(found([40], [30, 20])).toEqual({ ...NOTHING, above: { 'message 30': ['marker 40'] } })
  expect(found([5], [30, 20])).toEqual({ ...NOTHING, end: ['marker 5'] })
})

it('leaves out markers outside of the range of the list', () => {
  expect(found([40], [30], { before: at(35) })).toEqual(NOTHING)
  expect(found([5], [30], { after: at(10) })).toEqual(NOTHING)
  expect(found([15], [30, 10], { after: at(10), before: at(35) })).toMatchObject({
    above: { 'message 10': ['marker 15'] },
  })
})

it('ignores other pages', () => {
  expect(found([5], [30, 20], { isLast: false })).toEqual(NOTHING)
  expect(found([40, 50], [30, 20], { isFirst: false })).toEqual({ ...NOTHING, unsure: 'marker 40' })
  expect(found([40], [])).toEqual(NOTHING)
})
