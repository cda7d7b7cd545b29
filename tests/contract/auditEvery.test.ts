import { desc, gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, HIDDEN } from '#contract/common'
import { keysApi } from '#contract/keys'
import { isKeyPermission } from '#contract/permissions'
import { auditEntry, simulatedSim } from '../../server/db/schema'
import { fillSims } from '../../server/demo/sims/fill'
import { simulatedSims } from '../../server/demo/sims/provider'
import { smtpTransport } from '../../server/services/mail/transport'
import type { Scene, Stage } from '../support/auditScenes'
import { CHANGING, isDirect, nameOf, sceneOf, stage, stageForKey } from '../support/auditStage'
import { aFilledSpace, CALLERS, type CallerName } from '../support/callers'
import { startMailbox } from '../support/mailbox'
import { makeServer, type TestServer } from '../support/makeServer'
import { serveProvider } from '../support/oidcWalk'
import { secretsIn } from '../support/secrets'
import { serve } from '../support/serve'
import { lineOf } from './permissions.table'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const provider = await serveProvider()
const settings = { trustProxy: true, hasBackups: true }
const server = await serve({
  settings,
  providers: [provider.settings],
  mail: smtpTransport(mailbox.url),
  sims: simulatedSims,
})
await fillSims(server.deps)
await server.db.update(simulatedSim).set({ latency: 0, failures: 0 })
const others: TestServer[] = []
afterAll(() => Promise.all(others.map((other) => other.stop())))
const given: Stage = {
  server,
  mailbox,
  provider,
  shared: await aFilledSpace(server),
  makeServer: async () => {
    const other = await makeServer({ settings })
    others.push(other)
    return other
  },
}

const secrets = new Set<string>()

async function answerOf({ server: where, path, body, token, key, headers }: Scene, endpoint: Endpoint) {
  const answer = await where.call(endpoint.method.toUpperCase(), path, { body, token, key, headers })
  const text = await answer.text()
  const json: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null
  for (const secret of [...secretsIn(body), ...secretsIn(json), token ?? '', key ?? ''])
    if (secret) secrets.add(secret)
  return { status: answer.status, text, json }
}

/** Returns the entries that a call leaves; their ids sort by creation. */
async function entriesLeftBy<Result>({ db }: TestServer, call: () => Promise<Result>) {
  const [last] = await db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1)
  const result = await call()
  const isNew = last && gt(auditEntry.id, last.id)
  return { result, entries: await db.select().from(auditEntry).where(isNew) }
}

const NO_SPACE = '00000000-0000-0000-0000-000000000000'

/** Further actions of calls that change a second record. */
const FURTHER: Readonly<Record<string, string>> = { [nameOf(keysApi.duplicate)]: 'key.update' }

/** Makes a call; returns its result and its endpoint. */
async function perform(endpoint: Endpoint, scene: Scene) {
  const left = await entriesLeftBy(scene.server, () => answerOf(scene, endpoint))
  const { result } = left
  const entries = left.entries.filter(({ action }) => action !== FURTHER[nameOf(endpoint)])
  const { actor, spaceId, target } = scene
  const who = typeof actor === 'function' ? await actor(result.json) : actor
  const wanted = {
    action: [endpoint.audit].flat().find((action) => action === entries[0]?.action) ?? endpoint.audit,
    actorType: who.type,
    actorId: who.id,
    spaceId: (typeof spaceId === 'function' ? spaceId(result.json) : spaceId) ?? NO_SPACE,
    targetId: await target(result.json),
  }
  const logged = entries.map(({ action, actorType, actorId, spaceId: where, targetId }) => ({
    action,
    actorType,
    actorId,
    spaceId: where,
    targetId,
  }))
  return {
    said: [result.status, result.status < 400 ? null : result.text, logged],
    wanted: [endpoint.status, null, endpoint.audit === null ? [] : [wanted]],
  }
}

/** Whether a key may be granted the permission of the call. */
const isOfKeys = ({ access, permission }: Endpoint) =>
  access === 'bearerOrKey' && [permission ?? []].flat().some(isKeyPermission)

/** Calls for keys only do the same as those that name the space. */
const ofPeople = CHANGING.filter(({ access }) => access !== 'key')

test('every call that changes something declares its audit entry', () => {
  expect(CHANGING.filter(({ audit }) => audit === undefined).map(nameOf)).toEqual([])
})

/**
 * Tables that a call writes before its change, and those of other work: attempts and challenges count whether or not
 * the call succeeds, and e-mails and notifications are sent meanwhile.
 */
const BESIDES = new Set([
  'access_key_use',
  'alert_news',
  'login_attempt',
  'mail',
  'mail_link',
  'oauth_code',
  'oauth_flow',
  'passkey',
  'passkey_challenge',
])

/** The current snapshot of PostgreSQL, without what is written later. */
async function seenNow({ db }: TestServer): Promise<string> {
  const { rows } = await db.$client.query<{ now: string }>('select pg_current_snapshot()::text as now')
  return rows[0]?.now ?? ''
}

/** Counts the rows of each table, and those written after the snapshot. */
async function rowsOf({ db }: TestServer, seen: string) {
  const { rows: tables } = await db.$client.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
    order by name`)
  const names = tables.map(({ name }) => name).filter((name) => !BESIDES.has(name))
  const isLater = 'not pg_visible_in_snapshot(xmin::text::xid8, $1::pg_snapshot)'
  const counts = names.map(
    (name) => `
      select '${name}' as name, count(*)::int as total, count(*) filter (where ${isLater})::int as later
      from "${name}"`,
  )
  // Prepared, because planning it takes longer than counting.
  const { rows } = await db.$client.query<{ name: string; total: number; later: number }>({
    name: 'rows of all tables',
    text: counts.join(' union all '),
    values: [seen],
  })
  return Object.fromEntries(rows.map(({ name, ...counted }) => [name, counted]))
}

/** Creates a switch for `refuse` once: a trigger that comes and goes would make the server plan its statements again. */
const withSwitch = new WeakMap<TestServer, Promise<unknown>>()
async function addSwitch({ db }: TestServer) {
  return db.$client.query(`
    create schema refusing;
    create table refusing.entries ();
    create function refusing.refuse() returns trigger language plpgsql as $$ begin
      if exists (select from refusing.entries) then raise exception 'no entry'; end if;
      return new;
    end $$;
    create trigger refuse before insert on audit_entry execute function refusing.refuse()`)
}
async function refuse(server: TestServer) {
  const added = withSwitch.get(server) ?? addSwitch(server)
  withSwitch.set(server, added)
  await added
  await server.db.$client.query('insert into refusing.entries default values')
}
const allow = async ({ db }: TestServer) => db.$client.query('delete from refusing.entries')

/** Makes a call whose entry cannot be written; it must change nothing. */
async function performInVain(endpoint: Endpoint, scene: Scene) {
  // The use of keys is recorded later.
  await scene.server.deps.keyUse.flush()
  const seen = await seenNow(scene.server)
  const before = await rowsOf(scene.server, seen)
  await refuse(scene.server)
  try {
    expect((await answerOf(scene, endpoint)).status).toBe(500)
  } finally {
    await allow(scene.server)
  }
  expect(await rowsOf(scene.server, seen)).toEqual(before)
}

test.each(ofPeople)(
  '$method $path leaves one entry when a person calls, and changes nothing when that cannot be written',
  async (endpoint) => {
    const scene = await stage(endpoint, given)
    if (endpoint.audit) await performInVain(endpoint, scene)
    // A call that works only once needs a new scene.
    const again = endpoint.audit && isDirect(endpoint) ? await stage(endpoint, given) : scene
    const { said, wanted } = await perform(endpoint, again)
    expect(said).toMatchObject(wanted)
  },
)

test.each(CHANGING.filter(isOfKeys))('$method $path leaves one entry when a key calls', async (endpoint) => {
  const { said, wanted } = await perform(endpoint, await stageForKey(endpoint, given))
  expect(said).toMatchObject(wanted)
})

const REFUSED: CallerName[] = ['nobody', 'stranger', 'user', 'lesser']
const guarded = ofPeople.filter(({ permission }) => permission !== undefined)

test.each(guarded)('$method $path leaves nothing when it is refused', async (endpoint) => {
  const { shared } = given
  const { permission, answers } = lineOf(nameOf(endpoint))
  for (const caller of REFUSED.filter((name) => answers.get(name) !== 'yes')) {
    const credentials = await CALLERS[caller](server, shared, permission, [])
    const scene = sceneOf(endpoint, shared, { actor: { type: 'person', id: null }, ...credentials }, server)
    const { result, entries } = await entriesLeftBy(server, () => answerOf(scene, endpoint))
    expect([caller, result.status < 400, entries]).toEqual([caller, false, []])
  }
  const scene = await stage(endpoint, given)
  const unknown = scene.path.replaceAll(
    // A client chooses the id of a file.
    endpoint.takesFile ? /[0-9a-f]{8}-[0-9a-f-]{27}(?=\/files\/)/g : /[0-9a-f]{8}-[0-9a-f-]{27}(?=[^/]*$)/g,
    '01890000-0000-7000-8000-000000000000',
  )
  const wrong = [
    ...(endpoint.body ? [{ ...scene, body: [] }] : []),
    ...(unknown === scene.path ? [] : [{ ...scene, path: unknown }]),
  ]
  for (const one of wrong) {
    const { result, entries } = await entriesLeftBy(server, () => answerOf(one, endpoint))
    expect([[400, 404].includes(result.status), entries]).toEqual([true, []])
  }
})

describe('the whole audit log', () => {
  let log = ''
  beforeAll(async () => {
    const { rows } = await server.db.$client.query<{ entry: string }>(
      'select e::text as entry from audit_entry e',
    )
    log = rows
      .map(({ entry }) => entry)
      .join('\n')
      .toLowerCase()
    const { rows: keys } = await server.db.$client.query<{ id: string }>('select id from access_key')
    for (const { id } of keys) secrets.add(id)
    for (const { link } of mailbox.received) {
      const token = new URL(link).searchParams.get('token')
      if (token) secrets.add(token)
    }
  })

  test('has no secret that a call has sent or received', () => {
    expect(secrets.size).toBeGreaterThan(0)
    // Six digits can be part of an id or a time by chance, so a code counts only as a whole word.
    const isLogged = (secret: string) =>
      /^\d+$/.test(secret)
        ? new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(log)
        : log.includes(secret.toLowerCase())
    // The placeholder of a secret is no secret.
    secrets.delete(HIDDEN)
    expect([...secrets].filter(isLogged)).toEqual([])
  })

  test('has no secret of a connector, password hash or token', () => {
    expect(log.match(/whsec_|\$argon2|eyj[\w-]{10,}\./g)).toBeNull()
  })
})
