import { describe, expect, test } from 'vitest'
import { merge } from './merge'

const base = { name: 'pump', comment: 'gate', tags: [{ id: 'a', name: 'cold' }] }

describe('two changes of a record', () => {
  test('of different fields are both kept', () => {
    const [mine, theirs] = [
      { ...base, name: 'valve' },
      { ...base, comment: 'roof' },
    ]
    expect(merge(base, mine, theirs)).toEqual({
      values: { ...base, name: 'valve', comment: 'roof' },
      taken: ['comment'],
      conflicts: [],
    })
  })

  test('of the same field to the same value are one change', () => {
    const both = { ...base, comment: 'roof' }
    expect(merge(base, both, both)).toEqual({ values: both, taken: [], conflicts: [] })
  })

  test('of the same field to different values are a conflict', () => {
    const [mine, theirs] = [
      { ...base, comment: 'roof' },
      { ...base, comment: null },
    ]
    expect(merge(base, mine, theirs)).toEqual({ values: mine, taken: [], conflicts: ['comment'] })
  })

  test('of tags are equal when only their order or names differ', () => {
    const before = {
      tags: [
        { id: 'a', name: 'cold' },
        { id: 'b', name: 'warm' },
      ],
    }
    const theirs = {
      tags: [
        { id: 'b', name: 'hot' },
        { id: 'a', name: 'cold' },
      ],
    }
    const mine = { tags: [{ id: 'a' }] }
    expect(merge(before, mine, theirs)).toEqual({ values: mine, taken: [], conflicts: [] })
  })

  test('of a list without records count its order', () => {
    expect(merge({ delays: [1, 2] }, { delays: [1, 2] }, { delays: [2, 1] }).taken).toEqual(['delays'])
  })
})
