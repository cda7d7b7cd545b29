import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { VARIABLE_SORTS, type Variable, variablesApi } from '#contract/variables'
import { variable } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { outcome } from '../support/answers'
import { aDevice, aSpace, aVariable, lockVariable, type TestSpace, variableInput } from '../support/builders'
import { callDuring } from '../support/meanwhile'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner

const call = (method: string, path = '', body?: object, { id, owner }: TestSpace = space) =>
  server.call(method, `/spaces/${id}/variables${path}`, { token: owner.token, body })

describe('pages', () => {
  let paged: TestSpace

  async function page(query: Record<string, string | number>): Promise<Variable[]> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await call('GET', `?${search}`, undefined, paged)
    expect(answer.status).toBe(200)
    return variablesApi.list.answer.parse(await answer.json())
  }

  const NAMES = ['51370418', 'Klíč A', 'KLÍČ a', 'zzz', "100%_'"]

  beforeAll(async () => {
    paged = await aSpace(server)
    const device = await aDevice(server, paged)
    const rows = fc.sample(
      fc.record({ name: fc.constantFrom(...NAMES), deviceId: fc.constantFrom(device.id, null) }),
      60,
    )
    const updatedAt = new Date()
    await server.db
      .insert(variable)
      .values(
        rows.map((row) =>
          Object.assign(row, { spaceId: paged.id, id: newId(), value: 'x', environment: 'wmbus', updatedAt }),
        ),
      )
    // A variable of another space, which is never listed.
    await aVariable(server, space, { name: 'zzz' })
  })

  const idsOf = (rows: Variable[]) => rows.map(({ id }) => id)

  /** The documented order: names by code point, equal ones by id. */
  const compare = (a: Variable, b: Variable, sort: (typeof VARIABLE_SORTS)[number]) =>
    a[sort] === b[sort] ? (a.id < b.id ? -1 : 1) : a[sort] < b[sort] ? -1 : 1

  const sorts = fc.record({
    sort_by: fc.constantFrom(...VARIABLE_SORTS),
    order_by: fc.constantFrom('asc' as const, 'desc' as const),
  })

  test('are the full list in the documented order, by cursor and by offset', async () => {
    const all = await page({ limit: 1000 })
    const reference = (sort: (typeof VARIABLE_SORTS)[number], order: 'asc' | 'desc') => {
      const ascending = idsOf(all.toSorted((a, b) => compare(a, b, sort)))
      return order === 'asc' ? ascending : ascending.toReversed()
    }
    const ways = fc.constantFrom('cursor', 'offset', 'rows')
    await fc.assert(
      fc.asyncProperty(sorts, fc.integer({ min: 7, max: 61 }), ways, async (sort, limit, way) => {
        const read: string[] = []
        for (let rows = await page({ ...sort, limit }); rows.length > 0; ) {
          read.push(...idsOf(rows))
          const place: Record<string, string | number> =
            way === 'rows' ? { offset: read.length } : { [way]: read.at(-1) ?? '' }
          rows = await page({ ...sort, limit, ...place })
        }
        expect(read).toEqual(reference(sort.sort_by, sort.order_by))
      }),
      { numRuns: 25 },
    )
  })

  test('have the names that contain a text, without regard to case, and are counted', async () => {
    const all = await page({ limit: 1000 })
    for (const name of ['klíč', 'KLÍČ A', '3704', '%_', "'", 'Z', 'none', '\\']) {
      const wanted = all.filter((row) => row.name.toLowerCase().includes(name.toLowerCase()))
      expect([name, await page({ name, limit: 1000 })]).toEqual([name, wanted])
      const count = await call('GET', `/count?name=${encodeURIComponent(name)}`, undefined, paged)
      expect(await count.json()).toEqual({ count: wanted.length })
    }
    const counted = await call('GET', '/count', undefined, paged)
    expect(await counted.json()).toEqual({ count: 60 })
  })

  test('cannot begin after a variable of another space', async () => {
    const answer = await call('GET', `?sort_by=name&cursor=${newId()}`, undefined, paged)
    expect(await outcome(answer)).toEqual([400, 'cursor is not the id of a variable in this space'])
  })
})

test('a variable of a device has its name, and is deleted with it', async () => {
  const device = await aDevice(server, space)
  const created = await aVariable(server, space, { device_id: device.id })
  expect(created).toMatchObject({ device_id: device.id, device_name: device.name, locked: false })
  const [found] = variablesApi.list.answer.parse(await (await call('GET', `?name=${created.name}`)).json())
  expect(found).toEqual(created)
  await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, { token })
  expect(await outcome(await call('GET', `/${created.id}`))).toEqual([404, 'not found'])
})

test('variables are listed and counted by device and by environment', async () => {
  const own = await aSpace(server)
  const [one, two] = [await aDevice(server, own), await aDevice(server, own)]
  const wmbus = await aVariable(server, own, { device_id: one.id, environment: 'wmbus' })
  const billing = await aVariable(server, own, { device_id: one.id, environment: 'Billing' })
  const other = await aVariable(server, own, { device_id: two.id, environment: 'wmbus' })
  const ofAll = await aVariable(server, own, { environment: 'wmbus' })
  for (const [query, wanted] of [
    [`device_id=${one.id}`, [billing, wmbus]],
    [`device_id=${one.id}&environment=wmbus`, [wmbus]],
    ['environment=wmbus', [ofAll, other, wmbus]],
    ['environment=wmb', []],
    ['device_id=&environment=', [ofAll, other, billing, wmbus]],
    [`device_id=${newId()}`, []],
  ] as const) {
    const rows = await (await call('GET', `?${query}`, undefined, own)).json()
    expect([query, rows]).toEqual([query, wanted])
    const count = await call('GET', `/count?${query}`, undefined, own)
    expect([query, await count.json()]).toEqual([query, { count: wanted.length }])
  }
})

test.each([undefined, null, ''])('a client can create one with the environment %j', async (environment) => {
  const answer = await call('POST', '', { ...variableInput(), environment })
  expect(variablesApi.create.answer.parse(await answer.json()).environment).toBe('')
})

test('an update refuses an empty environment', async () => {
  const { id } = await aVariable(server, space)
  expect(await outcome(await call('PUT', `/${id}`, { environment: '' }))).toEqual([
    400,
    'environment is required',
  ])
})

test('a variable without a device belongs to the whole space', async () => {
  expect(await aVariable(server, space)).toMatchObject({
    device_id: null,
    device_name: null,
    space_id: space.id,
  })
})

test('the device must be in the space', async () => {
  const other = await aSpace(server)
  const foreign = await aDevice(server, other)
  for (const device_id of [foreign.id, newId()]) {
    const answer = await call('POST', '', variableInput({ device_id }))
    expect(await outcome(answer)).toEqual([400, 'device_id is not the id of a device in this space'])
  }
  const answer = await call('POST', '', variableInput({ device_id: 'pump' }))
  expect(await outcome(answer)).toEqual([400, 'device_id must be an id'])
})

test('an update keeps the device and sets the time of the update', async () => {
  const device = await aDevice(server, space)
  const created = await aVariable(server, space, { device_id: device.id, comment: 'Cellar' })
  expect(created.updated_at).toBe(created.created_at)
  const changed = { name: 'Renamed', value: 'B1', environment: 'billing', comment: null }
  const answer = await call('PUT', `/${created.id}`, { ...changed, device_id: newId(), locked: true })
  const updated = variablesApi.update.answer.parse(await answer.json())
  expect(updated).toEqual({ ...created, ...changed, updated_at: updated.updated_at, version: 2 })
  expect(updated.updated_at > created.updated_at).toBe(true)
})

test('a locked variable can be read, but neither changed nor deleted', async () => {
  const created = await aVariable(server, space)
  await lockVariable(server, created.id)
  for (const [method, body] of [['PUT', variableInput()] as const, ['DELETE', undefined] as const])
    expect(await outcome(await call(method, `/${created.id}`, body))).toEqual([409, 'the variable is locked'])
  expect(await (await call('GET', `/${created.id}`)).json()).toEqual({ ...created, locked: true })
})

test('refuses every change while it is locked, and accepts changes once it is unlocked', async () => {
  const created = await aVariable(server, space, { comment: 'Cellar' })
  const lockOf = async (verb: string) =>
    variablesApi.lock.answer.parse(await (await call('POST', `/${created.id}/${verb}`)).json())
  const locked = await lockOf('lock')
  expect(locked).toEqual({ ...created, locked: true, version: 2, updated_at: locked.updated_at })
  for (const [method, body] of [['PUT', { locked: false }] as const, ['DELETE', undefined] as const])
    expect(await outcome(await call(method, `/${created.id}`, body))).toEqual([409, 'the variable is locked'])
  expect(await lockOf('lock')).toMatchObject({ locked: true })
  expect(await lockOf('unlock')).toMatchObject({ locked: false, value: created.value, comment: 'Cellar' })
  expect((await call('DELETE', `/${created.id}`)).status).toBe(204)
})

test('cannot be locked in a version that the caller has not seen', async () => {
  const { id } = await aVariable(server, space)
  await call('PUT', `/${id}`, { comment: 'Moved' })
  const answer = await server.call('POST', `/spaces/${space.id}/variables/${id}/lock`, {
    token: space.owner.token,
    headers: { 'If-Match': '"1"' },
  })
  expect(answer.status).toBe(412)
  expect(await (await call('GET', `/${id}`)).json()).toMatchObject({ locked: false })
})

test('the audit log has its locking and unlocking', async () => {
  const { id } = await aVariable(server, space)
  for (const verb of ['lock', 'unlock']) await call('POST', `/${id}/${verb}`)
  const answer = await server.call('GET', `/spaces/${space.id}/audit?target=${id}&limit=2`, {
    token: space.owner.token,
  })
  expect(await answer.json()).toMatchObject([
    { action: 'variable.unlock', before: { locked: true }, after: { locked: false } },
    { action: 'variable.lock', before: { locked: false }, after: { locked: true } },
  ])
})

test.each([
  ['PUT', variableInput()],
  ['DELETE', undefined],
])('one that is locked meanwhile refuses a %s that started before', async (method, body) => {
  const { id } = await aVariable(server, space)
  const answer = await callDuring(
    server,
    (client) => client.query('update variable set locked = true where id = $1', [id]),
    () => call(method, `/${id}`, body),
  )
  expect(await outcome(answer)).toEqual([409, 'the variable is locked'])
})

test('nobody can create a locked variable', async () => {
  const answer = await call('POST', '', { ...variableInput(), locked: true })
  expect(variablesApi.create.answer.parse(await answer.json()).locked).toBe(false)
})

test('a variable of another space is not found', async () => {
  const other = await aSpace(server)
  const { id } = await aVariable(server, other)
  for (const [method, body] of [['GET'], ['PUT', variableInput()], ['DELETE']] as const)
    expect(await outcome(await call(method, `/${id}`, body))).toEqual([404, 'not found'])
})

test.each<[string, object]>([
  ['name is required', { name: undefined }],
  ['name must have at least 3 characters', { name: 'ab' }],
  ['name must have at least 3 characters', { name: '  ab  ' }],
  ['name must have at most 255 characters', { name: 'a'.repeat(256) }],
  ['value is required', { value: '' }],
  ['value must have at most 10000 characters', { value: 'x'.repeat(10_001) }],
  ['value contains a NUL character or an unpaired surrogate, which cannot be stored', { value: 'a\0b' }],
  ['comment must have at most 500 characters', { comment: 'x'.repeat(501) }],
])('a variable is refused: its %s', async (sentence, values) => {
  expect(await outcome(await call('POST', '', { ...variableInput(), ...values }))).toEqual([400, sentence])
})

test('text of every kind comes back as it was sent', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((value) => !value.includes('\0'))
  await fc.assert(
    fc.asyncProperty(text, text, async (value, comment) => {
      expect(await aVariable(server, space, { value, comment })).toMatchObject({ value, comment })
    }),
    { numRuns: 25 },
  )
})

test('no value is logged, whether or not the call succeeds', async () => {
  const value = 'SECRET-0123456789ABCDEF'
  const created = await aVariable(server, space, { value })
  await call('POST', '', variableInput({ value, device_id: newId() }))
  await call('POST', '', variableInput({ value, name: '' }))
  await call('PUT', `/${created.id}`, variableInput({ value: `${value}-2` }))
  await call('GET', `/${created.id}`)
  expect(server.logged.length).toBeGreaterThan(4)
  expect(server.logged.filter((line) => line.includes('SECRET'))).toEqual([])
})

test('a name with a line break is refused', async () => {
  const answer = await call('POST', '', variableInput({ name: 'meter\n-1' }))
  expect(await outcome(answer)).toEqual([400, expect.stringContaining('name must be one line')])
})

test('variables are found without accents and case, and sorted by the language, page by page', async () => {
  const own = await aSpace(server)
  for (const name of ['zelená', 'chata', 'hora', 'čas', 'cena', 'vodoměr'.normalize('NFD')])
    await aVariable(server, own, { name })
  const list = async (query: string) => {
    const answer = await call('GET', `?sort_by=name&order_by=asc&${query}`, undefined, own)
    return variablesApi.list.answer.parse(await answer.json())
  }
  const names = (found: Variable[]) => found.map(({ name }) => name.normalize('NFC')).join(' ')
  expect(names(await list('name=VODOMER'))).toBe('vodoměr')
  expect(names(await list('text=wmbus vodom'))).toBe('vodoměr')
  expect(names(await list(''))).toBe('cena chata hora vodoměr zelená čas')
  expect(names(await list('language=en'))).toBe('čas cena chata hora vodoměr zelená')
  const first = await list('language=cs&limit=3')
  const rest = await list(`language=cs&offset=${first.at(-1)?.id}`)
  expect(names([...first, ...rest])).toBe('cena čas hora chata vodoměr zelená')
})
