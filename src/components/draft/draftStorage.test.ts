// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, setToken } from '../../authProvider/session'
import {
  draftsOf,
  forgetLeftDrafts,
  keepDraft,
  leaveDraftsWhenClosed,
  removeDraft,
  storedDraft,
} from './draftStorage'

const ANNA = `${draftsOf('anna')}/space/1/devices/7`
const BEN = `${draftsOf('ben')}/space/1/devices/7`

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  setToken('of anna', true)
  leaveDraftsWhenClosed()
})

afterEach(() => vi.useRealTimers())

/** Closes the tab; the rest happens in another one. */
function closeTab() {
  window.dispatchEvent(new Event('pagehide'))
  sessionStorage.clear()
}

const reload = () => {
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pageshow'))
}

test('a closed tab leaves its draft to the next one that reads it', () => {
  keepDraft(ANNA, 'pump')
  expect(localStorage.getItem(ANNA)).toBeNull()
  closeTab()
  expect(storedDraft(BEN)).toBeNull()
  expect(storedDraft(ANNA)).toBe('pump')
  removeDraft(ANNA)
  closeTab()
  expect(storedDraft(ANNA)).toBeNull()
})

test('a reloaded tab leaves no draft to others', () => {
  keepDraft(ANNA, 'pump')
  reload()
  expect(storedDraft(ANNA)).toBe('pump')
  expect(localStorage.getItem(ANNA)).toBeNull()
})

test('a tab with a draft keeps its own', () => {
  keepDraft(ANNA, 'pump')
  closeTab()
  keepDraft(ANNA, 'valve')
  expect(storedDraft(ANNA)).toBe('valve')
  removeDraft(ANNA)
  expect(storedDraft(ANNA)).toBe('pump')
})

test('a session that ends before the tab is closed loses no draft', () => {
  keepDraft(ANNA, 'pump')
  clearSession()
  keepDraft(ANNA, 'pump-2')
  closeTab()
  expect(storedDraft(ANNA)).toBe('pump-2')
})

test('a person who is not remembered leaves nothing in the browser', () => {
  setToken('of anna', false)
  keepDraft(ANNA, 'pump')
  closeTab()
  expect(storedDraft(ANNA)).toBeNull()
})

test('a person who has signed out leaves no draft, but others do', () => {
  keepDraft(ANNA, 'pump')
  keepDraft(BEN, 'valve')
  closeTab()
  expect(storedDraft(ANNA)).toBe('pump')
  forgetLeftDrafts('anna')
  clearSession()
  expect(storedDraft(ANNA)).toBe('pump')
  closeTab()
  expect(storedDraft(ANNA)).toBeNull()
  expect(storedDraft(BEN)).toBe('valve')
})

test('a draft that nobody has read for seven days is deleted', () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T00:00:00Z') })
  keepDraft(ANNA, 'pump')
  keepDraft(BEN, 'valve')
  closeTab()
  vi.setSystemTime(new Date('2026-05-07T23:59:59Z'))
  expect(storedDraft(ANNA)).toBe('pump')
  vi.setSystemTime(new Date('2026-05-08T00:00:01Z'))
  expect(storedDraft(BEN)).toBeNull()
  leaveDraftsWhenClosed()
  expect(Object.keys(localStorage)).not.toContain(BEN)
})

test('an invalid draft is ignored', () => {
  for (const text of ['not JSON', '{"draft":5}', '"pump"']) {
    localStorage.setItem(ANNA, text)
    sessionStorage.setItem(ANNA, text)
    expect(storedDraft(ANNA)).toBeNull()
  }
})
