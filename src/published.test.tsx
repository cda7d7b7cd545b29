import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { api, CAPABILITIES } from '#contract'
import { field, openConsole, press, says } from '../tests/support/app'
import { servePublished, tokenOf } from '../tests/support/published'
import { ODDITIES, oddThroughout, sampleOf } from '../tests/support/samples'
import { loadConfig } from './config'

const user = userEvent.setup({ delay: null })

const SPACE = 'space-7'
const person = { token: tokenOf({ uid: 'ada', sys: 'admin' }) }
const of = (schema: z.ZodObject, changes: object = {}) => ({ ...Object(sampleOf(schema)), ...changes })

const server = await servePublished()

beforeEach(() => {
  for (const call of Object.keys(server.answers)) delete server.answers[call]
  server.received.length = 0
  server.beyond.length = 0
  server.config = undefined
  Object.assign(server.answers, {
    'GET /auth/oauth2/providers': [],
    'GET /profile': { email: 'ada@example.com', firstname: 'Ada', lastname: 'Nová' },
    'GET /spaces': [{ id: SPACE, name: 'greenhouse', user_role: 'admin' }],
    'GET /spaces/*': { id: SPACE, name: 'greenhouse', user_role: 'admin' },
    'GET /spaces/*/devices': [],
    'GET /spaces/*/tags': [],
  })
})

const open = (at: string) => openConsole(server, at, { person, config: { capabilities: [] } })

/** Lists of a space: their records, and the name of the folder. */
const RECORDS = [
  ['devices', api.devices.get.answer],
  ['tags', api.tags.get.answer],
  ['keys', api.keys.get.answer],
  ['connectors', api.connectors.get.answer],
  ['users', api.users.get.answer],
  ['variables', api.variables.get.answer],
  ['messages', api.messages.get.answer],
] as const

/** The first and the last: servers of other versions have them. */
const USUAL = [ODDITIES[0], ODDITIES[4]]
const OTHERS = ODDITIES.slice(1, 4)

/** Whether nothing on the page says that the console or a call failed. */
const nothingFailed = () =>
  expect(document.body.textContent).not.toMatch(/unexpected error|could not read|An error occurred/)

const rows = () => [...document.querySelectorAll('[data-row]')]

describe.each(RECORDS)('%s of another server', (plural, schema) => {
  test('show their readable fields, and mark others', async () => {
    const odd = ODDITIES.map(([, oddity], at) => ({ ...oddThroughout(schema, oddity), id: `odd-${at}` }))
    server.answers[`GET /spaces/*/${plural}`] = [of(schema, { id: 'good' }), ...odd, null, { name: 'nobody' }]
    open(`/space/${SPACE}/${plural}`)
    await says('2 rows could not be read.')
    expect(new Set(rows().map((row) => row.getAttribute('data-row'))).size).toBe(odd.length + 1)
    nothingFailed()
  })

  async function opensWith(_how: string, oddity: unknown) {
    Object.assign(server.answers, {
      [`GET /spaces/*/${plural}/*`]: { ...oddThroughout(schema, oddity), id: 'odd-1' },
      'GET /spaces/*/messages/*/events': [
        of(api.messages.events.answer.element),
        oddThroughout(api.messages.events.answer.element, oddity),
      ],
      'GET /spaces/*/connectors/*/statistics': oddThroughout(api.connectors.statistics.answer, oddity),
    })
    open(`/space/${SPACE}/${plural}/odd-1`)
    await waitFor(() => expect(document.querySelector('main dl')).toBeTruthy())
    nothingFailed()
  }
  test.each(USUAL)('open with every field %s', opensWith)
  test.each(OTHERS)('open with every field %s', { tags: 'heavy' }, opensWith)
})

test.each(
  RECORDS.flatMap(([plural, schema]) =>
    plural === 'messages' ? [] : USUAL.map(([how, oddity]) => ({ plural, schema, how, oddity })),
  ),
)('the form of $plural opens with every field $how', async ({ plural, schema, oddity }) => {
  server.answers[`GET /spaces/*/${plural}/*`] = { ...oddThroughout(schema, oddity), id: 'odd-1' }
  open(`/space/${SPACE}/${plural}/odd-1?edit=true`)
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy()
  nothingFailed()
})

async function opensAllWith(_how: string, oddity: unknown) {
  Object.assign(server.answers, {
    'GET /admin/users/*': { ...oddThroughout(api.adminUsers.get.answer, oddity), id: 'odd-1' },
    'GET /profile/authentications': [
      of(api.authentications.list.answer.element),
      oddThroughout(api.authentications.list.answer.element, oddity),
    ],
    'GET /spaces/*/devices/*': of(api.devices.get.answer, { id: 'odd-1', session_id: 7 }),
    'GET /spaces/*/devices/*/sessions/*': oddThroughout(api.devices.session.answer, oddity),
  })
  const pages = ['/admin/users/odd-1', '/profile', `/space/${SPACE}/devices/odd-1?tab=session`]
  for (const at of pages) {
    const { close } = open(at)
    await waitFor(() => expect(document.querySelector('main dl')).toBeTruthy())
    nothingFailed()
    close()
  }
}
test.each(USUAL)('pages of an administrator and a person open with every field %s', opensAllWith)
test.each(OTHERS)(
  'pages of an administrator and a person open with every field %s',
  { tags: 'heavy' },
  opensAllWith,
)

test.each([
  ['/admin/users', 'GET /admin/users', api.adminUsers.get.answer],
  ['/admin/devices', 'GET /admin/devices', api.adminDevices.list.answer.element],
  ['/spaces', 'GET /spaces', api.spaces.get.answer],
] as const)('the list at %s shows readable fields', async (at, call, schema) => {
  const odd = ODDITIES.map(([, oddity], place) => ({ ...oddThroughout(schema, oddity), id: `odd-${place}` }))
  server.answers[call] = [of(schema, { id: 'good' }), ...odd, null]
  open(at)
  await says('1 row could not be read.')
  expect(rows()).toHaveLength(odd.length + 1)
  nothingFailed()
})

test.each(ODDITIES)('firmware jobs with every field %s are listed', async (_how, oddity) => {
  const job = api.firmware.list.answer.element
  Object.assign(server.answers, {
    'GET /spaces/*/devices/*': of(api.devices.get.answer, { id: 'odd-1', session_id: 1 }),
    'GET /spaces/*/devices/*/firmware': [oddThroughout(job, oddity), of(job, { id: 'good' })],
  })
  open(`/space/${SPACE}/devices/odd-1?tab=firmware`)
  await waitFor(() => expect(rows()).toHaveLength(2))
  for (const button of screen.getAllByRole('button', { name: /^Details/ })) await user.click(button)
  nothingFailed()
})

test.each([
  ['without an id and a role', {}, 'admin', true],
  ['with another role', { system_role: 'other' }, 'admin', false],
  ['without a role, of no administrator', { id: null }, 'other', false],
])('a person can sign in whose profile is %s', async (_what, profile, sys, isAdmin) => {
  Object.assign(server.answers, {
    'POST /auth/login': { access_token: tokenOf({ uid: 'ada', sys }) },
    'GET /profile': { email: 'ada@example.com', ...profile },
  })
  openConsole(server, '/login', { config: { capabilities: [] } })
  await user.type(await field('E-mail'), 'ada@example.com')
  await user.type(await field('Password'), '12345')
  await press(user, 'Sign in')
  await screen.findByRole('link', { name: 'greenhouse' })
  expect(screen.queryByText('Admin area') !== null).toBe(isAdmin)
})

test('an invalid time is shown as "never", and unknown words of a newer server unchanged', async () => {
  const device = {
    id: 'd-7',
    name: 'pump',
    serial_number: 1234567890,
    last_seen: 'yesterday',
    created_at: {},
  }
  server.answers['GET /spaces/*/devices'] = [device]
  open(`/space/${SPACE}/devices`)
  const row = await screen.findByRole('row', { name: /pump/ })
  expect(row.textContent).toContain('1234567890')
  expect(row.textContent).toContain('never')
})

test('a connector without a direction has a dash, and no arrow', async () => {
  server.answers['GET /spaces/*/connectors/*'] = { id: 'c-1', name: 'to-warehouse', type: 'webhook' }
  open(`/space/${SPACE}/connectors/c-1`)
  const direction = await screen.findByText('Direction')
  expect(direction.nextElementSibling?.textContent).toBe('–')
  expect(direction.nextElementSibling?.querySelector('svg')).toBeNull()
})

test('a message of an unknown type shows its type', async () => {
  server.answers['GET /spaces/*/messages/*'] = {
    id: 'm-7',
    type: 'video',
    direction: 'up',
    created_at: 'soon',
  }
  open(`/space/${SPACE}/messages/m-7`)
  expect(await says('video')).not.toHaveLength(0)
  expect(await says('never')).not.toHaveLength(0)
})

describe('the capabilities of a server', () => {
  /** Configuration of a console whose own server has all capabilities, with another address in the local setting. */
  const configFor = async (base: string) => {
    const realFetch = globalThis.fetch
    vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) =>
      address === '/config.json'
        ? Response.json({ apiBase: '/v2', productName: 'Own', signUp: false, capabilities: CAPABILITIES })
        : realFetch(address, init),
    )
    localStorage.setItem('apiBase', base)
    return loadConfig()
  }

  test('are those of the specifications when the called server declares none', async () => {
    const config = await configFor(`${server.address}/v2`)
    expect(config).toMatchObject({ productName: 'Own', signUp: true, capabilities: [] })
  })

  test('are those in the configuration of the called server', async () => {
    server.config = { apiBase: '/v2', productName: 'Other', capabilities: ['tag-usage'] }
    const config = await configFor(`${server.address}/v2/`)
    expect(config).toMatchObject({ productName: 'Own', signUp: true, capabilities: ['tag-usage'] })
  })

  test('are not those of a console beside it that calls another server', async () => {
    server.config = { apiBase: 'https://api.example.com/v2', capabilities: ['tag-usage'] }
    expect(await configFor(`${server.address}/v2`)).toMatchObject({ capabilities: [] })
  })

  test.each(['/v2', 'http://127.0.0.1:1/v2'])('never prevent the start: %s', async (base) => {
    expect((await configFor(base)).capabilities).toEqual(base === '/v2' ? CAPABILITIES : [])
  })
})

/** Fields that are not in the specifications, or that prevent changes of a record. */
const OURS = new Set(['version', 'operation', 'external_id', 'for_connectors', 'secret', 'moved_at'])

describe('a server of the specifications', () => {
  const calls = (call: string) => server.received.filter((one) => one.call === call)
  const device = of(api.devices.get.answer, { id: 'd-7', name: 'pump', session_id: 7 })
  const message = of(api.messages.get.answer, {
    id: 'm-7',
    device_id: 'd-7',
    body: '{"t":1}',
    created_at: '2026-01-02T03:04:05.000Z',
  })
  const connector = of(api.connectors.get.answer, { id: 'c-7', name: 'pipe', operation: null, version: null })

  beforeEach(() => {
    Object.assign(server.answers, {
      'GET /spaces/*/devices': [device],
      'GET /spaces/*/devices/*': device,
      'GET /spaces/*/devices/*/firmware': [],
      'GET /spaces/*/devices/*/sessions/*': of(api.devices.session.answer, { id: 7 }),
      'GET /spaces/*/messages': [message],
      'GET /spaces/*/messages/*': message,
      'GET /spaces/*/messages/*/events': [],
      'GET /spaces/*/connectors': [connector],
      'GET /spaces/*/connectors/*': connector,
      'GET /spaces/*/connectors/*/statistics': { max_attempts: 0, summaries: [] },
      'GET /spaces/*/keys': [],
      'GET /spaces/*/users': [],
      'GET /spaces/*/variables': [],
      'GET /admin/users': [],
      'GET /admin/devices': [],
      'GET /profile/authentications': [],
    })
  })

  test.each([
    '/spaces',
    `/space/${SPACE}`,
    ...['devices', 'messages', 'tags', 'connectors', 'users', 'keys', 'variables', 'overview', 'alerts'].map(
      (page) => `/space/${SPACE}/${page}`,
    ),
    ...['details', 'firmware', 'session'].map((tab) => `/space/${SPACE}/devices/d-7?tab=${tab}`),
    ...[
      'messages/m-7',
      'connectors/c-7',
      'connectors/c-7?edit=true&tab=preview',
      'messages?deviceId=d-7',
    ].map((page) => `/space/${SPACE}/${page}`),
    '/admin',
    '/admin/users',
    '/admin/devices',
    '/profile',
    '/profile/security',
  ])('gets only known calls at %s', async (at) => {
    const { line } = open(at)
    await screen.findByRole('main')
    await waitFor(() => expect(line.open).toBe(0))
    await screen.findAllByRole('heading', { level: 1 })
    expect(server.beyond).toEqual([])
    nothingFailed()
  })

  test('gets one call for the messages of a dashboard', async () => {
    open(`/space/${SPACE}/dashboard?deviceId=d-7`)
    await waitFor(() => expect(calls('GET /spaces/*/messages')).not.toHaveLength(0))
    const asked = calls('GET /spaces/*/messages').map(({ query }) => query)
    expect(asked).toEqual([expect.stringMatching(/&direction=up&type\[\]=data&limit=1000$/)])
    expect(server.beyond).toEqual([])
  })

  test('counts the rows of a full first page, without a bound, and of no later page', async () => {
    const full = Array.from({ length: 10 }, (_, at) => ({ ...Object(message), id: `m-${at}` }))
    server.answers['GET /spaces/*/messages'] = full
    server.answers['GET /spaces/*/messages/count'] = { count: 70_123 }
    const { close } = open(`/space/${SPACE}/messages?page=2`)
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(calls('GET /spaces/*/messages/count')).toEqual([])
    close()
    open(`/space/${SPACE}/messages`)
    await says(/70.123/)
    expect(server.beyond).toEqual([])
  })

  test('is filtered by one direction', async () => {
    const filter = encodeURIComponent(JSON.stringify({ direction: ['down'], type: ['data'] }))
    open(`/space/${SPACE}/messages?filter=${filter}`)
    await waitFor(() => expect(calls('GET /spaces/*/messages')).not.toHaveLength(0))
    expect(calls('GET /spaces/*/messages')[0]?.query).toMatch(/direction=down&type\[\]=data/)
  })

  test('creates a key, a tag and a connector from known fields, and the results are shown with any answer', async () => {
    server.answers['POST /spaces/*/keys'] = {}
    server.answers['POST /spaces/*/tags'] = { id: 'tag-9' }
    server.answers['POST /spaces/*/connectors'] = { id: 'c-9' }
    const made = [
      ['keys', 'Create key'],
      ['tags', 'Create tag'],
      ['connectors', 'Create connector'],
    ] as const
    for (const [plural, button] of made) {
      const { close } = open(`/space/${SPACE}/${plural}?create=true`)
      await screen.findByRole('dialog')
      await user.type(await field('Name'), 'made-here')
      await press(user, button)
      await waitFor(() => expect(calls(`POST /spaces/*/${plural}`), plural).toHaveLength(1))
      await waitFor(() => expect(window.location.pathname).toMatch(new RegExp(`/${plural}/.+`)))
      close()
    }
    expect(server.beyond).toEqual([])
  })

  test.each([
    [
      `/space/${SPACE}/devices`,
      'GET /spaces/*/devices',
      { name: 'pump', serial_number: '123', state: ['silent'], tag_ids: ['t-7'] },
    ],
    [`/space/${SPACE}/messages`, 'GET /spaces/*/messages', { down_state: ['pending'], type: ['data'] }],
    [`/space/${SPACE}/variables`, 'GET /spaces/*/variables', { name: 'TOKEN', environment: 'test' }],
    ['/admin/users', 'GET /admin/users', { text: 'ada@', system_role: ['admin'], email: 'ada' }],
    ['/admin/devices', 'GET /admin/devices', { text: 'pump', name: 'pump', serial_number: '123' }],
  ])('gets no unknown filter at %s', async (at, call, filter) => {
    const { line } = open(`${at}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    await waitFor(() => expect(calls(call)).not.toHaveLength(0))
    await waitFor(() => expect(line.open).toBe(0))
    expect(server.beyond).toEqual([])
  })

  test.each([
    ['devices', api.devices.get.answer],
    ['tags', api.tags.get.answer],
    ['keys', api.keys.get.answer],
    ['connectors', api.connectors.get.answer],
    ['variables', api.variables.get.answer],
  ] as const)(
    'is sent only the fields that it knows when one of its %s is changed',
    async (plural, schema) => {
      const known = Object.fromEntries(Object.entries(of(schema)).filter(([name]) => !OURS.has(name)))
      const record = { ...known, id: 'one-7', name: 'made-there', label: {}, locked: false }
      server.answers[`GET /spaces/*/${plural}/*`] = record
      server.answers[`PUT /spaces/*/${plural}/*`] = record
      open(`/space/${SPACE}/${plural}/one-7?edit=true`)
      await user.type(await field('Name'), '-and-here')
      await press(user, 'Save')
      await waitFor(() => expect(calls(`PUT /spaces/*/${plural}/*`)).toHaveLength(1))
      expect(server.beyond).toEqual([])
    },
  )

  test('has no switch for its connectors, because it has no such change', async () => {
    server.answers['GET /spaces/*/connectors/*'] = { ...Object(connector), enabled: false }
    open(`/space/${SPACE}/connectors/c-7`)
    await says('This connector is disabled: it delivers no new messages.')
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull()
  })

  test('has no page about security and no description of its calls', async () => {
    const { close } = open('/profile/security')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Not found')
    close()
    open('/admin')
    await says('API address')
    expect(screen.queryByText('API documentation')).toBeNull()
  })
})
