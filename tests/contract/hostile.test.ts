import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract'
import { JSON_MAX } from '#contract/common'
import { aConnector, aDevice, aTag, aUser, deviceInput } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner
const devices = `/spaces/${space.id}/devices`

const create = async (values: object) => {
  const answer = await server.call('POST', devices, { token, body: { ...deviceInput(), ...values } })
  return [answer.status, await answer.text()]
}

const sendText = async (path: string, body: string | Uint8Array<ArrayBuffer>, method = 'POST') =>
  server.request(`/v2${path}`, {
    method,
    body,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  })

const UNSTORABLE = 'contains a NUL character or an unpaired surrogate, which cannot be stored'

const LEVELS = 'the body must have at most 100 levels of lists and objects'
const MARKS = 'the body must have at most 250000 commas and opening brackets'

const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 'x']))

test.each<[object, string]>([
  [{ serial_number: undefined }, 'serial_number must be 10 digits'],
  [{ serial_number: '123' }, 'serial_number must be 10 digits'],
  [{ serial_number: 1234567890 }, 'serial_number must be 10 digits'],
  [{ serial_number: '１２３４５６７８９０' }, 'serial_number must be 10 digits'],
  [{ token: 'short' }, 'token must be 32 letters or digits'],
  [{ name: undefined }, 'name is required'],
  [{ name: null }, 'name is required'],
  [{ name: '' }, 'name is required'],
  [{ name: 'a'.repeat(256) }, 'name must have at most 255 characters'],
  [{ comment: 'x'.repeat(501) }, 'comment must have at most 500 characters'],
  [{ comment: 7 }, 'comment must be text'],
  [{ comment: 'a\0b' }, `comment ${UNSTORABLE}`],
  [{ comment: '\ud800' }, `comment ${UNSTORABLE}`],
  [{ label: { 'a\0': 'b' } }, `label ${UNSTORABLE}`],
  [{ label: { a: 'x\udfff' } }, `label ${UNSTORABLE}`],
  [{ label: [] }, 'label must be an object of names and values'],
  [{ label: { a: 'x'.repeat(256) } }, 'label.a must have at most 255 characters'],
  [{ label: labels(101) }, 'label must have at most 100 entries'],
  [{ tags: 'all' }, 'tags must be a list'],
  [{ tags: [{ id: 'x' }] }, 'tags[0].id must be an id'],
  [{ tags: [{}] }, 'tags[0].id is required'],
])('a device with %j is refused with a sentence that names the field', async (values, sentence) => {
  expect(await create(values)).toEqual([400, sentence])
})

test.each(['Robert', 'a', '1ab', 'ab-', 'ab_c', "a'; drop table device; --", 'ab\n'])(
  'the name %j is refused',
  async (name) => {
    const [status, sentence] = await create({ name })
    expect([status, String(sentence).split(' ')[0]]).toEqual([400, 'name'])
  },
)

test('none of these was stored', async () => {
  const answer = await server.call('GET', `${devices}/count`, { token })
  expect(await answer.json()).toEqual({ count: 0 })
})

test.each<[string, string]>([
  ['limit=0', 'limit must be at least 1'],
  ['limit=-1', 'limit must be at least 1'],
  ['limit=ten', 'limit must be a whole number'],
  ['limit=1.5', 'limit must be a whole number'],
  ['limit=1e999', 'limit must be a whole number'],
  ['limit=1&limit=2', 'limit can be given only once'],
  ['offset=-1', 'offset must be at least 0'],
  ['offset=x', 'offset must be a whole number or the id of the last row read'],
  ['cursor=x', 'cursor must be an id'],
  [
    'sort_by=password',
    'sort_by must be one of id, name, serial_number, external_id, last_seen, session_id, state, series',
  ],
  ['order_by=up', 'order_by must be one of asc, desc'],
  ['tag_ids[]=x', 'tag_ids[0] must be an id'],
  ['name=a%00b', `name ${UNSTORABLE}`],
  ['name[]=a&name[]=b', 'name can be given only once'],
  ['tag_filter_logic=any&tag_filter_logic[]=any', 'tag_filter_logic can be given only once'],
  ['tag_ids=x&tag_ids=y', 'tag_ids[0] must be an id'],
])('the query %s is refused with a sentence that names the field', async (query, sentence) => {
  const answer = await server.call('GET', `${devices}?${query}`, { token })
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})

test('invalid JSON, values other than objects, and endless nesting are refused', async () => {
  const cases: [body: string, sentence: unknown][] = [
    ['', 'the body is not valid JSON'],
    ['{', 'the body is not valid JSON'],
    ['null', 'the body must be an object'],
    ['[]', 'the body must be an object'],
    ['"text"', 'the body must be an object'],
    ['['.repeat(100), 'the body is not valid JSON'],
    ['['.repeat(500_000), LEVELS],
    ['['.repeat(100_000) + ']'.repeat(100_000), LEVELS],
    [`{"label":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`, LEVELS],
    [`{"comment":"\\"[[[","label":[${'[],'.repeat(130_000)}0]}`, MARKS],
    [`[${'0,'.repeat(JSON_MAX.marks)}0]`, MARKS],
    [`{"label":"${'[\\\\'.repeat(50_000)}\\""}`, expect.stringMatching(/^name is required; label must be /)],
  ]
  for (const [body, sentence] of cases) {
    const answer = await sendText(devices, body)
    expect([body.slice(0, 9), answer.status, await answer.text()]).toEqual([body.slice(0, 9), 400, sentence])
  }
})

test('a body that is not UTF-8 is refused', async () => {
  const body = Uint8Array.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')])
  const answer = await sendText(devices, body)
  expect([answer.status, await answer.text()]).toEqual([400, 'the body is not valid UTF-8'])
})

test('names from the object prototype do no harm', async () => {
  const body = `{"name":"proto-one","serial_number":"1111111111","token":"${'a'.repeat(32)}",
    "__proto__":{"admin":true},"constructor":{"x":1},"label":{"constructor":"b"}}`
  const answer = await sendText(devices, body)
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { name: 'proto-one', label: { constructor: 'b' } },
  ])
})

test('text of every kind comes back as it was sent', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((value) => !value.includes('\0'))
  await fc.assert(
    fc.asyncProperty(text, text, async (comment, value) => {
      const device = await aDevice(server, space, { comment, label: { value: `<${value}>` } })
      expect(device).toMatchObject({ comment, label: { value: `<${value}>` } })
    }),
    { numRuns: 25 },
  )
})

const TIMES = ['0000-01-01', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59', '9999-12-31']

test.each(
  endpoints.filter(
    ({ query, body, path }) =>
      // That call refuses a range that ends before it begins, whatever its year.
      !path.endsWith('/replays') &&
      [query, body].some((part) => part instanceof z.ZodObject && 'after' in part.shape),
  ),
)('$method $path takes times of all years', async ({ method, path, body }) => {
  const admin = await aUser(server, { systemRole: 'admin' })
  const connector = await aConnector(server, space, { tags: [await aTag(server, space)] })
  const device = await aDevice(server, space)
  const address = path
    .replace('{spaceId}', space.id)
    .replace('{connectorId}', connector.id)
    .replace('{deviceId}', device.id)
  const required: Record<string, string> = path.includes('/points')
    ? { device_id: device.id, path: 'level' }
    : path.endsWith('/search')
      ? { text: 'level' }
      : {}
  for (const after of TIMES)
    for (const before of TIMES) {
      const query = new URLSearchParams({ after, before, ...required })
      const answer = body
        ? await server.call(method.toUpperCase(), address, { token: admin.token, body: { after, before } })
        : await server.call('GET', `${address}?${query}`, { token: admin.token })
      expect([after, before, answer.status]).toEqual([after, before, 200])
    }
})

test('no call fails unexpectedly, whatever is sent', async () => {
  const admin = await aUser(server, { systemRole: 'admin' })
  // Only malformed or unknown ids, so that no call deletes what other tests need.
  const id = fc.oneof(fc.uuid(), fc.string({ unit: 'binary' })).map(encodeURIComponentSafely)
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.constantFrom('', '\0', '1e400', '-1', 'null'),
  )
  const call = fc.record({
    endpoint: fc.constantFrom(...endpoints),
    ids: fc.array(id, { minLength: 2, maxLength: 2 }),
    useSpace: fc.boolean(),
    query: fc.dictionary(
      fc.constantFrom('limit', 'offset', 'cursor', 'name', 'tag_ids[]', 'sort_by', 'x'),
      value,
    ),
    body: fc.json({ stringUnit: 'binary', maxDepth: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(call, async ({ endpoint, ids, useSpace, query, body }) => {
      const [first = '', second = ''] = ids
      const keepsSpace = useSpace && !/^(put|delete)/.test(endpoint.method)
      const path = endpoint.path
        .replace('{spaceId}', keepsSpace ? space.id : first)
        .replace('{deviceId}', second)
      const search = Object.entries(query).map(
        ([name, given]) => `${name}=${encodeURIComponentSafely(String(given))}`,
      )
      const answer = await server.request(`/v2${path}?${search.join('&')}`, {
        method: endpoint.method.toUpperCase(),
        headers: {
          Authorization: `Bearer ${endpoint.path === '/auth/logout' ? 'none' : admin.token}`,
          'Content-Type': 'application/json',
        },
        ...(endpoint.method !== 'get' && { body }),
      })
      expect(answer.status).toBeLessThan(500)
      const isText = answer.headers.get('Content-Type')?.startsWith('text/plain')
      expect(answer.ok || isText).toBe(true)
    }),
    { numRuns: 300 },
  )
})

/** Half of a surrogate pair cannot be encoded as UTF-8. */
const encodeURIComponentSafely = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))
