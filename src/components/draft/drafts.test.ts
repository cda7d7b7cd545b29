// @vitest-environment jsdom
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { changedFields, clearDraft, draftKey, fieldOf, readDraft, refusalsOf, writeDraft } from './drafts'

beforeEach(() => sessionStorage.clear())

describe('a draft', () => {
  const key = draftKey('anna', '/space/1', 'devices', '7')

  test('exists until it is cleared', () => {
    writeDraft(key, { values: { name: 'pump' }, error: 'name is taken' })
    expect(readDraft(key)).toEqual({ values: { name: 'pump' }, error: 'name is taken' })
    clearDraft(key)
    expect(readDraft(key)).toBeNull()
  })

  test('belongs to one person, one space and one record', () => {
    writeDraft(key, { values: { name: 'pump' } })
    expect(readDraft(draftKey('ben', '/space/1', 'devices', '7'))).toBeNull()
    expect(readDraft(draftKey('anna', '/space/2', 'devices', '7'))).toBeNull()
    expect(readDraft(draftKey('anna', '/space/1', 'devices', '8'))).toBeNull()
  })

  test('is ignored when it is invalid', () => {
    sessionStorage.setItem(key, '{"values": 5}')
    expect(readDraft(key)).toBeNull()
    sessionStorage.setItem(key, 'not JSON')
    expect(readDraft(key)).toBeNull()
  })
})

describe('the content of a draft', () => {
  test('is the changed fields, without the secret ones', () => {
    const initial = { name: 'pump', comment: null, token: '', tags: [{ id: '1' }] }
    const now = { name: 'pump', comment: 'wet', token: 'secret', tags: [] }
    expect(changedFields(initial, now, ['token'])).toEqual({ comment: 'wet', tags: [] })
  })

  test('leaves out an emptied text when there was none before', () => {
    expect(changedFields({ comment: null }, { comment: '' })).toEqual({})
  })

  test('restores the typed values over the record', () => {
    const values = fc.dictionary(
      fc.constantFrom('name', 'comment', 'tags', 'label'),
      fc.oneof(fc.string({ minLength: 1 }), fc.array(fc.string())),
    )
    fc.assert(
      fc.property(values, values, (initial, typed) => {
        const now = { ...initial, ...typed }
        expect({ ...initial, ...changedFields(initial, now) }).toEqual(now)
      }),
    )
  })
})

describe("the server's sentence", () => {
  const fields = ['name', 'serial_number', 'serial']

  test('belongs to the field that it starts with', () => {
    expect(fieldOf('name is required', fields)).toBe('name')
    expect(fieldOf('serial_number is taken', fields)).toBe('serial_number')
    expect(fieldOf('name: is required', fields)).toBe('name')
  })

  test('belongs to no field otherwise', () => {
    expect(fieldOf('the name is taken', fields)).toBeUndefined()
    expect(fieldOf('namespace is missing', fields)).toBeUndefined()
    expect(fieldOf('', fields)).toBeUndefined()
  })

  test('is split by field', () => {
    const answer = 'name is required; serial_number is taken; serial[0].id must be an id; name is short'
    expect([...refusalsOf(answer, fields)]).toEqual([
      ['name', 'name is required; name is short'],
      ['serial_number', 'serial_number is taken'],
      ['serial', 'serial[0].id must be an id'],
    ])
  })

  test('keeps the rest that belongs to no field', () => {
    expect([...refusalsOf('the key is not yours; name is taken; try; again', fields)]).toEqual([
      [undefined, 'the key is not yours'],
      ['name', 'name is taken; try; again'],
    ])
    expect([...refusalsOf('', fields)]).toEqual([[undefined, '']])
  })
})
