import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast, dismissToast, TOAST_REMOVE_DELAY, toast } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a new toast takes the place of the one that is shown', () => {
  toast({ kind: 'info', title: 'First' })
  toast({ kind: 'error', title: 'Second', description: 'not found' })
  expect(currentToast()).toMatchObject({ title: 'Second', description: 'not found', open: true })
})

test('a dismissed toast is closed at once and removed 2000 ms later', () => {
  toast({ kind: 'info', title: 'Saved' })
  dismissToast()
  expect(currentToast()).toMatchObject({ title: 'Saved', open: false })
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1)
  expect(currentToast()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(currentToast()).toBeNull()
})

test('the removal of a dismissed toast leaves its successor alone', () => {
  toast({ kind: 'info', title: 'First' })
  dismissToast()
  vi.advanceTimersByTime(1000)
  toast({ kind: 'info', title: 'Second' })
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY)
  expect(currentToast()).toMatchObject({ title: 'Second', open: true })
})
