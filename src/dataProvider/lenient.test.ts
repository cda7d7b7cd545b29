import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract'
import { deviceEntity } from '#contract/devices'
import { messageSchema } from '#contract/messages'
import { profileApi } from '#contract/profile'
import { tagEntity } from '#contract/tags'
import { variableEntity } from '#contract/variables'
import { tokenOf } from '../../tests/support/published'
import { oddOnes, sampleOf } from '../../tests/support/samples'
import { readAnswer, UNREADABLE } from './client'

const NOBODY = { getToken: () => null }

/** Records in the answers of all reading calls. */
const answers = endpoints.flatMap(({ method, path, answer, capability }) => {
  const of = answer instanceof z.ZodArray ? answer.element : answer
  return method === 'get' && of instanceof z.ZodObject
    ? [{ path: capability ? `${path} (${capability})` : path, of }]
    : []
})

/** Fields that identify a record. */
const isEssential = (field: z.core.$ZodType) =>
  field instanceof z.ZodUnion ||
  field instanceof z.ZodLiteral ||
  (field instanceof z.ZodObject && ('id' in field.shape || Object.values(field.shape).some(isEssential)))

describe.each(answers)('records of $path', ({ of }) => {
  const sample = sampleOf(of)
  const read = async (record: object) => readAnswer(NOBODY, z.array(of), [sample, record])

  it.each(oddOnes(of))('are read with $what', async ({ field, record }) => {
    const rows = await read(record)
    const good = of.parse(sample)
    expect(rows[0]).toEqual(good)
    if (field === 'id' || isEssential(of.shape[field] ?? of)) return
    const { [field]: _odd, ...others } = rows[1] ?? {}
    const { [field]: _good, ...expected } = good
    expect(others).toEqual(expected)
  })
})

describe('a record', () => {
  const read = async <Schema extends z.ZodObject>(schema: Schema, changes: object) => {
    const rows = await readAnswer(NOBODY, z.array(schema), [{ ...Object(sampleOf(schema)), ...changes }])
    return rows[0]
  }

  it('keeps an id that is no UUID', async () => {
    expect(await read(tagEntity.schema, { id: 'tag-7' })).toMatchObject({ id: 'tag-7' })
    expect(await read(tagEntity.schema, { id: 7 })).toMatchObject({ id: '7' })
  })

  it('without an id is left out, and the others stay', async () => {
    expect(await read(tagEntity.schema, { id: null })).toBeUndefined()
  })

  it('has times in the format of the contract from any format, and none when they are invalid', async () => {
    const times = ['2026-01-02T03:04:05', '2026-01-02 03:04:05Z', 1_767_323_045, '2026-01-02T03:04:05.000Z']
    for (const last_seen of times)
      expect(await read(deviceEntity.schema, { last_seen })).toMatchObject({
        last_seen: '2026-01-02T03:04:05.000Z',
      })
    for (const time of ['yesterday', 1e300, '0000-00-00', {}])
      expect(await read(deviceEntity.schema, { last_seen: time, created_at: time })).toMatchObject({
        last_seen: null,
        created_at: '',
      })
  })

  it('keeps unknown words of newer servers in required fields', async () => {
    expect(await read(messageSchema, { type: 'video' })).toMatchObject({ type: 'video', direction: 'up' })
  })

  it('has the readable items of lists and labels', async () => {
    const tags = [{ id: 'a', name: 'roof', color: 'red' }, 'odd', { name: 'without an id' }]
    expect(await read(deviceEntity.schema, { tags, label: { floor: 3, room: 'B', odd: {} } })).toMatchObject({
      tags: [{ id: 'a', name: 'roof', color: 'red' }],
      label: { floor: '3', room: 'B' },
    })
  })

  it('of a variable without its space is read', async () => {
    expect(await read(variableEntity.schema, { space_id: undefined })).toMatchObject({ name: 'text' })
  })
})

describe('the profile', () => {
  const read = async (profile: unknown, claims: object) =>
    readAnswer({ getToken: () => tokenOf(claims) }, profileApi.get.answer, profile)
  const email = 'ada@example.com'

  it('uses the token for missing fields', async () => {
    expect(await read({ email }, { uid: 'u-1', sys: 'admin' })).toMatchObject({
      id: 'u-1',
      email,
      system_role: 'admin',
    })
    expect(await read({ email, id: null, system_role: 'user' }, { uid: 'u-1', sys: 'admin' })).toMatchObject({
      id: 'u-1',
      system_role: 'user',
    })
  })

  it.each(['other', 'root', 7, null])('with the role %s makes no administrator', async (system_role) => {
    expect(await read({ id: 'u-1', email, system_role }, { sys: 'other' })).toMatchObject({
      system_role: 'user',
    })
  })

  it('can be read with a token that says nothing', async () => {
    expect(await read({ email }, {})).toMatchObject({ id: email, system_role: 'user' })
  })
})

it.each([['a text'], [7], [{ devices: [] }]])('other values are not read as lists: %j', async (answer) => {
  await expect(readAnswer(NOBODY, z.array(tagEntity.schema), answer)).rejects.toThrow(UNREADABLE)
})

it('an empty list may be null', async () => {
  expect(await readAnswer(NOBODY, z.array(tagEntity.schema), null)).toEqual([])
})
