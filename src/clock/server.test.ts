import { afterEach, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { noteServerTime, serverNow, serverTimeOf } from './server'

const answered = (ahead: number, sentAt = Date.now()) =>
  noteServerTime(new Date(Date.now() + ahead).toISOString(), sentAt)
afterEach(() => answered(0))

test('the time is that of the server when the clock of this computer is wrong', () => {
  answered(3 * HOUR)
  expect(Math.abs(serverNow() - Date.now() - 3 * HOUR)).toBeLessThan(2000)
  expect(Math.abs(serverTimeOf(0) - 3 * HOUR)).toBeLessThan(2000)
  answered(-HOUR)
  expect(Math.abs(serverNow() - Date.now() + HOUR)).toBeLessThan(2000)
  answered(0)
  expect(serverTimeOf(0)).toBe(0)
})

test('the time is that of this computer when both nearly agree, and stays so with each answer', () => {
  answered(30_000)
  expect(serverTimeOf(0)).toBe(0)
  answered(HOUR)
  const found = serverTimeOf(0)
  answered(HOUR + 2000)
  expect(serverTimeOf(0)).toBe(found)
})

test('slow answers and those without a time do not count', () => {
  answered(HOUR, Date.now() - 60_000)
  noteServerTime(null, Date.now())
  noteServerTime('soon', Date.now())
  expect(serverTimeOf(0)).toBe(0)
})
