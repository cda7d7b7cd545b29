// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setToken } from '../../authProvider/session'
import { batchOf, createJournal, newJournalKey, readJournals } from './journal'
import { forgetJournals } from './journalKeys'

const KIND = 'devices 1'
const names = new Map([['a', 'pump-1']])

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  setToken('of anna', true)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  forgetJournals('anna')
})

const aJournal = (accountId = 'anna') =>
  createJournal(newJournalKey(accountId, KIND), { plan: { kind: 'delete' }, ids: ['a', 'b', 'c'], names })

const states = () => readJournals('anna', KIND).map(({ ids, stateOf }) => ids.map(stateOf))

test('journals work on a page without encryption, where browsers create no UUIDs', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(batchOf(aJournal().key)).toMatch(/^[\da-f-]{36}$/)
  vi.unstubAllGlobals()
})

test('a journal is found only by its account and kind', () => {
  aJournal()
  aJournal('ben')
  const [found, ...others] = readJournals('anna', KIND)
  expect(found).toMatchObject({ plan: { kind: 'delete' }, ids: ['a', 'b', 'c'], names })
  expect(others).toEqual([])
  expect(readJournals('anna', 'devices 2')).toEqual([])
})

test('the start of a row is written at once, and its answer soon', () => {
  vi.useFakeTimers()
  const journal = aJournal()
  journal.note('a', 'begun')
  expect(states()).toEqual([['begun', 'open', 'open']])
  journal.note('a', 'done')
  expect(states()).toEqual([['begun', 'open', 'open']])
  vi.advanceTimersByTime(100)
  expect(states()).toEqual([['done', 'open', 'open']])
  journal.remove()
  vi.advanceTimersByTime(100)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('bulk'))).toEqual([])
})

test('a deleted journal, as after a sign-out, is not written again', () => {
  const journal = aJournal()
  forgetJournals('anna')
  journal.note('a', 'begun')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('bulk'))).toEqual([])
})

test('a journal that nobody has continued for seven days is deleted', () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T00:00:00Z') })
  aJournal()
  vi.setSystemTime(new Date('2026-05-07T23:59:59Z'))
  expect(states()).toHaveLength(1)
  vi.setSystemTime(new Date('2026-05-08T00:00:01Z'))
  expect(states()).toEqual([])
  expect(Object.keys(localStorage)).not.toContainEqual(expect.stringMatching(/^bulk/))
})

test('rows of an unreadable journal may all have been started', () => {
  const { key } = aJournal()
  for (const text of ['', 'x', '5 oo', 'NaN ooo']) {
    localStorage.setItem(`${key}#rows`, text)
    expect(states()).toEqual([['begun', 'begun', 'begun']])
  }
  localStorage.removeItem(`${key}#rows`)
  expect(states()).toEqual([['begun', 'begun', 'begun']])
  localStorage.setItem(key, '{"plan":')
  expect(states()).toEqual([])
})

test('when the storage becomes full, started rows do not count as open', () => {
  const journal = aJournal()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  journal.note('a', 'begun')
  expect(states()).toEqual([['begun', 'open', 'open']])
  // As another tab would find it.
  expect(localStorage.getItem(`${journal.key}#rows`)).toBeNull()
})

test('a person who is not remembered leaves nothing in the browser, nor does one who signed out', () => {
  setToken('of anna', false)
  aJournal()
  expect(Object.keys(localStorage)).not.toContainEqual(expect.stringMatching(/^bulk/))
  expect(states()).toHaveLength(1)
  forgetJournals('anna')
  expect(states()).toEqual([])
})
