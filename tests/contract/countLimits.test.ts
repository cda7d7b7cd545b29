import { readdirSync, readFileSync } from 'node:fs'
import { and, eq, gt } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ALERT_NOTES_MAX, alertSchema, MUTES_MAX, RULES_MAX } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import { CONFIG_TEMPLATES_MAX } from '#contract/configuration'
import { NOTE_FILES_MAX, NOTES_MAX, noteSchema } from '#contract/deviceLog'
import { GUEST_LINKS_MAX } from '#contract/guestLinks'
import { ROLLOUTS_MAX, ROLLOUTS_RUNNING_MAX } from '#contract/rollouts'
import { SETTINGS_MAX, seriesSettingsApi } from '#contract/series'
import { SHIFTS_MAX } from '#contract/shifts'
import { SHARED_VALUES_MAX_LENGTH, SHARED_VARIABLES_MAX, variablesApi } from '#contract/variables'
import { OWN_VIEWS_MAX, VIEWS_MAX } from '#contract/views'
import {
  configTemplate,
  deviceNote,
  device as deviceTable,
  guestLink,
  noteFile,
  seriesSettings,
  variable,
  view,
} from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { anAlert, anAlertRule } from '../support/alerts'
import { aDevice, aSpace, aVariable, type TestSpace, variableInput } from '../support/builders'
import { aGuestLink } from '../support/guests'
import { aMute } from '../support/mutes'
import { aRollout } from '../support/rollouts'
import { serve } from '../support/serve'
import { aShift } from '../support/shifts'

const server = await serve()

/** Simultaneous calls. */
const AT_ONCE = 8
/** Records that can still be created. */
const LEFT = 3

/** A kind of record with a count limit. */
interface Counted {
  max: number
  /** Answer to one too many. */
  refused: [status: number, sentence: string]
  /** Creates this many in the space, or in its record that has the limit. */
  fill: (space: TestSpace, count: number) => Promise<unknown>
  /** Creates one more. */
  add: (space: TestSpace, place: number) => Promise<Response>
  /** Current count. */
  count: (space: TestSpace) => Promise<number>
}

const times = (count: number) => Array.from({ length: count }, (_, place) => place)
const of = (space: TestSpace, resource: string) => `/spaces/${space.id}/${resource}`
const post = async (space: TestSpace, resource: string, body: object) =>
  server.call('POST', of(space, resource), { token: space.owner.token, body })
const listed = async (space: TestSpace, resource: string) => {
  const answer: unknown = await (await server.call('GET', of(space, resource), space.owner)).json()
  return Array.isArray(answer) ? answer.length : 0
}

const SHARED = {
  max: SHARED_VARIABLES_MAX,
  refused: [
    409,
    `connectors get at most ${SHARED_VARIABLES_MAX} variables of a space, and of a device, with ${SHARED_VALUES_MAX_LENGTH} characters in all`,
  ],
} satisfies Partial<Counted>

const shared = (place: number) => variableInput({ name: `MORE_${place}`, for_connectors: true })

async function fillShared({ id: spaceId }: TestSpace, count: number, deviceId: string | null) {
  const rows = times(count).map((place) =>
    Object.assign(variableInput({ name: `V_${place}` }), {
      spaceId,
      deviceId,
      id: newId(new Date()),
      updatedAt: new Date(),
      forConnectors: true,
    }),
  )
  await server.db.insert(variable).values(rows)
}

const ORDER = {
  order: { kind: 'records', set_labels: { site: 'north' } },
  scope: { kind: 'tags', tag_ids: [newId()] },
}

/** The device or alert of a space that has the limit. */
const owners = new Map<string, string>()

const notesOf = (space: TestSpace) => `alerts/${owners.get(space.id)}/notes`

const putFile = async (space: TestSpace) =>
  server.call('PUT', of(space, `${owners.get(space.id)}/${newId()}?name=a.txt`), {
    token: space.owner.token,
    body: Buffer.from('x'),
  })

/** Records with a count limit, by the constant of the limit. */
const COUNTED: Record<string, Counted> = {
  RULES_MAX: {
    max: RULES_MAX,
    refused: [400, `a space has at most ${RULES_MAX} alert rules`],
    fill: async (space, count) => {
      for (let made = 0; made < count; made++) await anAlertRule(server, space)
    },
    add: async (space, place) =>
      post(space, 'alert-rules', { name: `more ${place}`, condition: { kind: 'silent', seconds: 60 } }),
    count: async (space) => listed(space, 'alert-rules'),
  },
  ALERT_NOTES_MAX: {
    max: ALERT_NOTES_MAX,
    refused: [400, `an alert has at most ${ALERT_NOTES_MAX} notes`],
    fill: async (space, count) => {
      const { id } = await aDevice(server, space)
      owners.set(space.id, await anAlert(server, await anAlertRule(server, space), id))
      for (let made = 0; made < count; made++) await post(space, notesOf(space), { note: `note ${made}` })
    },
    add: async (space, place) => post(space, notesOf(space), { note: `more ${place}` }),
    count: async (space) => {
      const path = of(space, `alerts/${owners.get(space.id)}`)
      return alertSchema.parse(await (await server.call('GET', path, space.owner)).json()).note_count
    },
  },
  NOTES_MAX: {
    max: NOTES_MAX,
    refused: [400, `a device has at most ${NOTES_MAX} notes`],
    fill: async (space, count) => {
      const { id: deviceId } = await aDevice(server, space)
      owners.set(space.id, deviceId)
      const row = { spaceId: space.id, deviceId, at: new Date(), text: 'x', by: 'x' }
      await server.db.insert(deviceNote).values(times(count).map(() => Object.assign({ id: newId() }, row)))
    },
    add: async (space, place) =>
      post(space, `devices/${owners.get(space.id)}/notes`, { text: `more ${place}` }),
    count: async ({ id }) => server.db.$count(deviceNote, eq(deviceNote.spaceId, id)),
  },
  NOTE_FILES_MAX: {
    max: NOTE_FILES_MAX,
    refused: [400, `a note has at most ${NOTE_FILES_MAX} files`],
    fill: async (space, count) => {
      const { id } = await aDevice(server, space)
      const noted = await post(space, `devices/${id}/notes`, { text: 'valve changed' })
      owners.set(space.id, `devices/${id}/notes/${noteSchema.parse(await noted.json()).id}/files`)
      for (let made = 0; made < count; made++) await putFile(space)
    },
    add: putFile,
    count: async ({ id }) => server.db.$count(noteFile, eq(noteFile.spaceId, id)),
  },
  GUEST_LINKS_MAX: {
    max: GUEST_LINKS_MAX,
    refused: [400, `a space has at most ${GUEST_LINKS_MAX} guest links`],
    fill: async (space, count) => {
      const { id } = await aDevice(server, space)
      for (let made = 0; made < count; made++)
        await aGuestLink(server, space, { kind: 'device', device_id: id, paths: [] })
      // Those that have ended make room.
      const ended = await aGuestLink(server, space, { kind: 'device', device_id: id, paths: [] })
      await server.db.$client.query('update guest_link set ends_at = now() where id = $1', [ended.id])
    },
    add: async (space) => {
      const [device] = await server.db.select().from(deviceTable).where(eq(deviceTable.spaceId, space.id))
      return post(space, 'guest-links', { shows: { kind: 'device', device_id: device?.id, paths: [] } })
    },
    count: async ({ id }) =>
      server.db.$count(guestLink, and(eq(guestLink.spaceId, id), gt(guestLink.endsAt, new Date()))),
  },
  MUTES_MAX: {
    max: MUTES_MAX,
    refused: [400, `a space has at most ${MUTES_MAX} mutes that have not ended`],
    fill: async (space, count) => {
      for (let made = 0; made < count; made++) await aMute(server, space)
    },
    add: async (space, place) =>
      post(space, 'mutes', {
        name: `more ${place}`,
        scope: { kind: 'all' },
        ends_at: new Date(Date.now() + HOUR).toISOString(),
      }),
    count: async (space) => listed(space, 'mutes'),
  },
  SHIFTS_MAX: {
    max: SHIFTS_MAX,
    refused: [400, `a space has at most ${SHIFTS_MAX} shifts`],
    fill: async (space, count) => {
      for (let made = 0; made < count; made++) await aShift(server, space)
    },
    add: async (space, place) =>
      post(space, 'shifts', {
        name: `more ${place}`,
        timezone: 'UTC',
        starts_on: '2026-01-05',
        entries: [{ from: '00:00', to: '00:00', user_ids: [space.owner.id] }],
      }),
    count: async (space) => listed(space, 'shifts'),
  },
  ROLLOUTS_MAX: {
    max: ROLLOUTS_MAX,
    refused: [400, `a space has at most ${ROLLOUTS_MAX} roll-outs: delete some that have ended`],
    fill: async (space, count) => {
      for (let made = 0; made < count; made++) await aRollout(server, space)
    },
    add: async (space, place) => post(space, 'rollouts', { name: `more ${place}`, ...ORDER }),
    count: async (space) => listed(space, 'rollouts'),
  },
  ROLLOUTS_RUNNING_MAX: {
    max: ROLLOUTS_RUNNING_MAX,
    refused: [400, `a space has at most ${ROLLOUTS_RUNNING_MAX} roll-outs that run at a time`],
    fill: async (space, count) => {
      const { id } = await aDevice(server, space)
      owners.set(space.id, id)
      for (let made = 0; made < count; made++) await aRollout(server, space, { state: 'running' })
    },
    add: async (space, place) =>
      post(space, 'rollouts', {
        name: `more ${place}`,
        order: ORDER.order,
        scope: { kind: 'devices', device_ids: [owners.get(space.id)] },
        start: true,
      }),
    count: async (space) => listed(space, 'rollouts'),
  },
  SHARED_VARIABLES_MAX: {
    ...SHARED,
    fill: async (space, count) => fillShared(space, count, null),
    add: async (space, place) => post(space, 'variables', shared(place)),
    count: async (space) => listed(space, 'variables?limit=1000'),
  },
  'SHARED_VARIABLES_MAX of a device': {
    ...SHARED,
    fill: async (space, count) => {
      const { id } = await aDevice(server, space)
      owners.set(space.id, id)
      await fillShared(space, count, id)
    },
    add: async (space, place) =>
      post(space, 'variables', { ...shared(place), device_id: owners.get(space.id) }),
    count: async (space) => listed(space, 'variables?limit=1000'),
  },
  'SHARED_VARIABLES_MAX by a change': {
    ...SHARED,
    fill: async (space, count) => fillShared(space, count, null),
    add: async (space) => {
      const { id } = await aVariable(server, space)
      return server.call('PUT', of(space, `variables/${id}`), {
        token: space.owner.token,
        body: { for_connectors: true },
      })
    },
    count: async (space) => {
      const path = of(space, 'variables?limit=1000')
      const answer = await server.call('GET', path, { token: space.owner.token })
      const all = variablesApi.list.answer.parse(await answer.json())
      return all.filter((one) => one.for_connectors).length
    },
  },
  CONFIG_TEMPLATES_MAX: {
    max: CONFIG_TEMPLATES_MAX,
    refused: [400, `a space has at most ${CONFIG_TEMPLATES_MAX} configuration templates`],
    fill: async ({ id: spaceId }, count) => {
      const rows = times(count).map((place) => ({
        spaceId,
        id: newId(),
        name: `Template ${place}`,
        settings: { a: '1' },
      }))
      await server.db.insert(configTemplate).values(rows)
    },
    add: async (space, place) =>
      post(space, 'config-templates', { name: `more ${place}`, settings: { a: '1' } }),
    count: async (space) => listed(space, 'config-templates'),
  },
  VIEWS_MAX: {
    max: VIEWS_MAX,
    refused: [400, `a space has at most ${VIEWS_MAX} shared views`],
    fill: async ({ id: spaceId }, count) => {
      const rows = times(count).map((place) => ({
        spaceId,
        id: newId(),
        name: `View ${place}`,
        list: 'devices',
        filter: {},
        shared: true,
        createdBy: 'x',
      }))
      await server.db.insert(view).values(rows)
    },
    add: async (space, place) =>
      post(space, 'views', { name: `more ${place}`, list: 'devices', shared: true }),
    count: async (space) => listed(space, 'views'),
  },
  OWN_VIEWS_MAX: {
    max: OWN_VIEWS_MAX,
    refused: [400, `a person has at most ${OWN_VIEWS_MAX} personal views in a space`],
    fill: async (space, count) => {
      const rows = times(count).map((place) => ({
        spaceId: space.id,
        id: newId(),
        name: `View ${place}`,
        list: 'devices',
        filter: {},
        shared: false,
        ownerId: space.owner.id,
        createdBy: 'x',
      }))
      await server.db.insert(view).values(rows)
    },
    add: async (space, place) => post(space, 'views', { name: `more ${place}`, list: 'devices' }),
    count: async (space) => listed(space, 'views'),
  },
  SETTINGS_MAX: {
    max: SETTINGS_MAX,
    refused: [400, `series can have settings for at most ${SETTINGS_MAX} paths of a space`],
    fill: async ({ id: spaceId }, count) => {
      const settings = times(count).map((place) => ({
        path: `p${place}`,
        label: null,
        unit: 'm',
        decimals: null,
        is_hidden: false,
        is_shown: false,
        is_pinned: false,
        tags: [],
        place: null,
      }))
      await server.db.insert(seriesSettings).values({ spaceId, settings })
    },
    add: async (space, place) =>
      server.call('PUT', of(space, 'series/settings'), {
        token: space.owner.token,
        body: { series: [{ path: `more ${place}`, unit: 'm' }] },
      }),
    count: async (space) => {
      const answer = await server.call('GET', of(space, 'series/settings'), { token: space.owner.token })
      return seriesSettingsApi.read.answer.parse(await answer.json()).series.length
    },
  },
}

describe.each(Object.entries(COUNTED))('%s', (_, { max, refused, fill, add, count }) => {
  test('holds when several are created at once, and the others are refused', async () => {
    const space = await aSpace(server)
    await fill(space, max - LEFT)
    const answers = await Promise.all(times(AT_ONCE).map(async (place) => add(space, place)))
    const outcomes = await Promise.all(
      answers.flatMap((answer) => (answer.ok ? [] : [answer.text().then((text) => [answer.status, text])])),
    )
    expect(outcomes).toEqual(times(AT_ONCE - LEFT).map(() => refused))
    expect(await count(space)).toBe(max)
  })
})

/** Limits of accounts are tested elsewhere: spaces, whose limit the administrator sets, and passkeys. */
const TESTED_ELSEWHERE = ['PASSKEYS_MAX']

test('every count limit of a service is tested with simultaneous calls', () => {
  const services = new URL('../../server/services/', import.meta.url)
  const files = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const named = files.flatMap((file) =>
    [...readFileSync(new URL(file, services), 'utf8').matchAll(/(?:has|get|for) at most \$\{(\w+)\}/g)].map(
      ([, name]) => name,
    ),
  )
  const tried = Object.keys(COUNTED).map((name) => name.split(' ')[0])
  expect(new Set(named)).toEqual(new Set([...tried, ...TESTED_ELSEWHERE]))
})
