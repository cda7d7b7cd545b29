import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceSchema } from '#contract/devices'
import {
  createPayload,
  createSchema,
  type DeviceValues,
  deviceCodec,
  editSchema,
  newDeviceCodec,
} from './codec'

const id = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`

const name = fc.stringMatching(/^[a-z][a-z0-9-]{1,20}[a-z0-9]$/)
const labelText = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => text.trim())
const labelPart = labelText.filter((text) => text !== '' && text !== '__proto__')
const tag = fc.record({ id: fc.uuid(), name, color: fc.stringMatching(/^#[0-9A-F]{6}$/) })

const device = fc
  .record({
    id: fc.constant(id(1)),
    name,
    comment: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 })),
    serial_number: fc.stringMatching(/^\d{10}$/),
    label: fc.dictionary(labelPart, labelPart),
    tags: fc.array(tag, { maxLength: 5 }),
    created_at: fc.constant('2026-01-02T03:04:05.678Z'),
  })
  .map((row) => deviceSchema.parse(row))

const send = (values: DeviceValues) => editSchema.safeParse(deviceCodec.fromForm(values))

const values = (changes: Partial<DeviceValues> = {}): DeviceValues => ({
  name: 'pump-1',
  comment: null,
  label: [],
  tags: [],
  ...changes,
})

describe('the form of a device', () => {
  it('sends back what the device was when nothing was changed', () => {
    fc.assert(
      fc.property(device, (row) => {
        const { name, comment, label, tags } = row
        expect(editSchema.parse(deviceCodec.fromForm(deviceCodec.toForm(row)))).toEqual({
          name,
          comment,
          label,
          tags,
        })
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
    expect(send(values({ label }))).toMatchObject({ success: true, data: { label: { site: 'Brno' } } })
  })

  it('finds the row of a label that is named twice', () => {
    const label = [
      { name: null, value: null },
      { name: 'site', value: 'Brno' },
      { name: 'floor', value: '' },
      { name: ' site', value: 'Praha' },
    ]
    const result = send(values({ label }))
    const paths = result.error?.issues.map(({ path }) => deviceCodec.formPath?.(path, values({ label })))
    expect(paths).toEqual(['label.3.name'])
  })

  it('refuses a label that the server would lose', () => {
    expect(send(values({ label: [{ name: '__proto__', value: '1' }] })).success).toBe(false)
  })

  it('sends a cleared comment as null', () => {
    expect(send(values({ comment: '' }))).toMatchObject({ success: true, data: { comment: null } })
  })

  it('keeps every error at its field', () => {
    const result = send(values({ name: null, comment: 'x'.repeat(501) }))
    expect(result.error?.issues.map(({ path }) => deviceCodec.formPath?.(path, values()))).toEqual(
      expect.arrayContaining(['name', 'comment']),
    )
  })
})

describe('the form of a new device', () => {
  const typed = { serial_number: ' 2159018205 ', token: `${'aB3'.repeat(10)}zz` }

  it('sends the tags with name and colour, and no label when there is none', () => {
    const tags = [{ id: id(2), name: 'cold', color: '#1E88E5' }]
    const payload = createPayload(
      createSchema.parse(newDeviceCodec.fromForm({ ...values({ tags }), ...typed })),
    )
    expect(payload).toEqual({
      name: 'pump-1',
      serial_number: '2159018205',
      token: typed.token,
      comment: null,
      tags,
    })
  })

  it('sends labels when there are some', () => {
    const label = [{ name: 'site', value: 'Brno' }]
    const input = createSchema.parse(newDeviceCodec.fromForm({ ...values({ label }), ...typed }))
    expect(createPayload(input)).toMatchObject({ label: { site: 'Brno' } })
  })

  it.each([
    ['serial_number', { serial_number: '215901820' }],
    ['serial_number', { serial_number: '21590182051' }],
    ['serial_number', { serial_number: null }],
    ['token', { token: 'a'.repeat(31) }],
    ['token', { token: `${'a'.repeat(31)}-` }],
    ['token', { token: null }],
  ])('refuses a wrong %s', (field, wrong) => {
    const result = createSchema.safeParse(newDeviceCodec.fromForm({ ...values(), ...typed, ...wrong }))
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
  })
})
