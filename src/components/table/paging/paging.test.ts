import { describe, expect, test } from 'vitest'
import { clampPage, type Paging, pageCount, pageInstead, rangeOf } from './paging'

const paging: Paging = { page: 3, perPage: 10, total: 57, hasNextPage: true, rows: 10 }

describe('pages', () => {
  test('are counted, and there is always at least one', () => {
    expect(pageCount(paging)).toBe(6)
    expect(pageCount({ total: 60, perPage: 10 })).toBe(6)
    expect(pageCount({ total: 0, perPage: 10 })).toBe(1)
    expect(pageCount({ total: undefined, perPage: 10 })).toBeUndefined()
  })

  test.each([
    ['4', 4],
    ['0', 1],
    ['-7', 1],
    ['99', 6],
    ['99999999999999999999', 6],
    ['', 3],
    ['abc', 3],
    ['2nd', 2],
  ])('%s leads to page %i', (typed, page) => expect(clampPage(typed, paging)).toBe(page))

  test('go at most one further while the total is unknown', () => {
    expect(clampPage('99', { ...paging, total: undefined })).toBe(4)
    expect(clampPage('99', { ...paging, total: undefined, hasNextPage: false })).toBe(3)
  })

  test('continue after the counted rows', () => {
    const more = { ...paging, total: undefined, atLeast: 60 }
    expect(clampPage('99', more)).toBe(6)
    expect(clampPage('99', { ...more, page: 8 })).toBe(9)
  })

  test('know their rows', () => {
    expect(rangeOf(paging)).toEqual({ from: 21, to: 30 })
    expect(rangeOf({ ...paging, page: 6, rows: 7 })).toEqual({ from: 51, to: 57 })
    expect(rangeOf({ ...paging, rows: 0 })).toEqual({ from: 0, to: 0 })
  })

  test('past the end are replaced by the last one', () => {
    expect(pageInstead(paging)).toBeNull()
    expect(pageInstead({ ...paging, page: 9, rows: 0 })).toBe(6)
    expect(pageInstead({ ...paging, page: 6, rows: 0 })).toBe(5)
    expect(pageInstead({ ...paging, page: 9, rows: 0, total: undefined })).toBe(1)
    expect(pageInstead({ ...paging, page: 1, rows: 0, total: 0 })).toBeNull()
  })
})
