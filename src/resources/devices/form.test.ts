import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceEntity } from '#contract/devices'
import { formOf } from '../../components/resource/form'
import { deviceFields } from './fields'

const edit = formOf(deviceFields, deviceEntity.input).form
const create = formOf(deviceFields, deviceEntity.create).form

const name = fc.stringMatching(/^[a-z][a-z0-9-]{1,20}[a-z0-9]$/)
const labelText = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => text.trim())
const labelPart = labelText.filter((text) => text !== '' && text !== '__proto__')
const tag = fc.record({ id: fc.uuid(), name, color: fc.stringMatching(/^#[0-9A-F]{6}$/) })

const device = fc
  .record({
    id: fc.constant('01890a5d-ac96-774b-bcce-000000000001'),
    name,
    comment: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 })),
    external_id: fc.option(fc.stringMatching(/^[!-~]{1,40}$/)),
    serial_number: fc.stringMatching(/^\d{10}$/),
    label: fc.dictionary(labelPart, labelPart),
    tags: fc.array(tag, { maxLength: 5 }),
    created_at: fc.constant('2026-01-02T03:04:05.678Z'),
  })
  .map((row) => deviceEntity.schema.parse(row))

const values = (changes: object = {}) => ({ name: 'pump-1', comment: null, label: [], tags: [], ...changes })
const send = (changes: object) => edit.schema.safeParse(edit.codec.fromForm(values(changes)))
const pathsOf = (changes: object) =>
  send(changes).error?.issues.map(({ path }) => edit.codec.formPath(path, values(changes)))

describe('the form of a device', () => {
  it('sends the unchanged device when nothing was changed', () => {
    fc.assert(
      fc.property(device, (row) => {
        const sent = edit.schema.parse(edit.codec.fromForm(edit.codec.toForm(row)))
        expect(row).toMatchObject(sent)
        expect(Object.keys(sent).toSorted()).toEqual(Object.keys(deviceEntity.input.shape).toSorted())
      }),
    )
  })

  it('drops labels without a name or a value', () => {
    const label = [
      { name: 'site', value: ' Brno ' },
      { name: 'floor', value: null },
      { name: '  ', value: '3' },
      { name: null, value: null },
    ]
    expect(send({ label })).toMatchObject({ success: true, data: { label: { site: 'Brno' } } })
  })

  it('finds the row of a label with a repeated name', () => {
    const label = [
      { name: null, value: null },
      { name: 'site', value: 'Brno' },
      { name: 'floor', value: '' },
      { name: ' site', value: 'Praha' },
    ]
    expect(pathsOf({ label })).toEqual(['label.3.name'])
  })

  it('finds the first label beyond the limit', () => {
    const label = Array.from({ length: 102 }, (_, i) => ({ name: `n${i}`, value: i === 0 ? null : 'x' }))
    expect(pathsOf({ label: label.slice(0, 101) })).toBeUndefined()
    expect(pathsOf({ label })).toEqual(['label.101.name'])
  })

  it('refuses a label that the server would lose', () => {
    expect(send({ label: [{ name: '__proto__', value: '1' }] }).success).toBe(false)
  })

  it('sends a cleared comment as null', () => {
    expect(send({ comment: '' })).toMatchObject({ success: true, data: { comment: null } })
  })

  it('keeps every error at its field', () => {
    const paths = pathsOf({ name: null, comment: 'x'.repeat(501) })
    expect(paths).toEqual(expect.arrayContaining(['name', 'comment']))
  })
})

describe('the form of a new device', () => {
  const typed = { serial_number: ' 2159018205 ', token: ` ${'aB3'.repeat(10)}zz` }
  const sent = (changes: object) =>
    create.schema.safeParse(create.codec.fromForm(values({ ...typed, ...changes })))

  it('sends tags with name and colour, and typed values without surrounding spaces', () => {
    const tags = [{ id: '01890a5d-ac96-774b-bcce-000000000002', name: 'cold', color: '#1E88E5' }]
    expect(sent({ tags }).data).toEqual({
      name: 'pump-1',
      serial_number: '2159018205',
      token: typed.token.trim(),
      comment: null,
      external_id: null,
      label: {},
      tags,
    })
  })

  it('keeps the claim token out of drafts', () => {
    expect(create.secrets).toEqual(['token'])
  })

  it.each([
    ['serial_number', { serial_number: '215901820' }],
    ['serial_number', { serial_number: '21590182051' }],
    ['serial_number', { serial_number: null }],
    ['token', { token: 'a'.repeat(31) }],
    ['token', { token: `${'a'.repeat(31)}-` }],
    ['token', { token: null }],
  ])('refuses a wrong %s', (field, wrong) => {
    expect(sent(wrong).error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
  })
})
