import { readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { api, CAPABILITIES } from '#contract'
import { mailTestSchema } from '#contract/admin'
import { configSchema } from '#contract/config'
import { Bell } from '../../server/bell'
import { openShelf } from '../../server/services/backup/shelf'
import { smtpTransport } from '../../server/services/mail/transport'
import { startBackups } from '../../server/workers/routines'
import { aFolder } from '../support/backups'
import { aUser } from '../support/builders'
import { startMailbox } from '../support/mailbox'
import { makeServer } from '../support/makeServer'
import { query } from '../support/query'
import { serve } from '../support/serve'

const folder = aFolder()
afterAll(folder.remove)
const mailbox = await startMailbox()
afterAll(mailbox.stop)
const shelf = openShelf({ folder: folder.at('shelf') })
const settings = { hasBackups: true }
const server = await serve({ settings, shelf, mail: smtpTransport(mailbox.url) })
const [admin, other] = [
  await aUser(server, { systemRole: 'admin' }),
  await aUser(server, { systemRole: 'admin', language: 'cs' }),
]

const start = (routine: string, { token } = admin) =>
  server.call('POST', `/admin/routines/${routine}`, { token })
const routines = async () => {
  const answer = await server.call('GET', '/admin/routines', { token: admin.token })
  return api.routines.list.answer.parse(await answer.json())
}
const PACE = { period: 600_000, failed: 600_000 }
/** Starts the worker for requested backups; none is due by the schedule. */
const work = (shelfOfIt = shelf) =>
  startBackups(
    { ...server.deps, dueRoutine: { backup: new Bell(), archive: new Bell() } },
    {
      connectionString: server.databaseUrl,
      shelf: shelfOfIt,
      at: { time: 0, zone: 'UTC' },
      keep: { last: 3, daily: 0, weekly: 0, monthly: 0 },
      isChecked: false,
      passphrase: null,
    },
    PACE,
  )

beforeEach(async () => {
  await query(server.databaseUrl, 'truncate routine, backup, login_attempt')
  await query(server.databaseUrl, `insert into routine (name, finished_at) values ('backup', now())`)
})
const running: ReturnType<typeof work>[] = []
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop()
})

test('two administrators who request a backup at the same time get one, see its progress, and find it in the list', async () => {
  const asked = await Promise.all([start('backup'), start('backup', other)])
  expect(asked.map(({ status }) => status)).toEqual([200, 200])
  expect((await routines()).backup).toMatchObject({ state: 'asked', error: null })
  // As in two copies of the server.
  running.push(work(), work())
  await expect.poll(async () => (await routines()).backup?.state).toBe('running')
  expect((await start('backup')).status).toBe(200)
  await expect.poll(async () => (await routines()).backup?.state, { timeout: 85_000 }).toBe('idle')
  const [file, ...more] = readdirSync(folder.at('shelf'))
  expect(more).toEqual([])
  const answer = await server.call('GET', '/admin/backups', { token: admin.token })
  expect(await answer.json()).toEqual({
    place: folder.at('shelf'),
    host: hostname(),
    backups: [{ name: file, created_at: expect.any(String), size: expect.any(Number), checked_at: null }],
  })
})

test('a failed backup has the reason and the time of its retry, and a request meanwhile retries at once', async () => {
  const taken = folder.at('taken')
  writeFileSync(taken, '')
  await start('backup')
  running.push(work(openShelf({ folder: taken })))
  await expect.poll(async () => (await routines()).backup?.error).toContain('EEXIST')
  const failed = (await routines()).backup
  expect(failed).toMatchObject({ state: 'idle', again_at: expect.any(String) })
  expect(await (await start('backup')).json()).toMatchObject({ state: 'asked', again_at: null })
})

test('a request without the needed settings is refused with their names', async () => {
  const console = configSchema.parse({ apiBase: '/v2', capabilities: CAPABILITIES, sendsMail: false })
  const bare = await makeServer({ settings: { console } })
  const { token } = await aUser(bare, { systemRole: 'admin' })
  const ask = async (method: 'GET' | 'POST', path: string) => {
    const answer = await bare.call(method, path, { token })
    return [answer.status, await answer.text()]
  }
  expect(await ask('POST', '/admin/routines/backup')).toEqual([409, expect.stringContaining('BACKUP_DIR')])
  expect(await ask('POST', '/admin/routines/archive')).toEqual([409, expect.stringContaining('ARCHIVE_DIR')])
  expect(await ask('GET', '/admin/backups')).toEqual([409, expect.stringContaining('BACKUP_DIR')])
  expect(await ask('POST', '/admin/mail/test')).toEqual([409, expect.stringContaining('SMTP_URL')])
  expect(await ask('GET', '/admin/routines')).toEqual([200, '{"backup":null,"archive":null}'])
  await bare.stop()
})

test('an unreadable list has the reason', async () => {
  const broken = await makeServer({ settings, shelf: openShelf({ folder: '/dev/null/none' }) })
  const { token } = await aUser(broken, { systemRole: 'admin' })
  const answer = await broken.call('GET', '/admin/backups', { token })
  expect([answer.status, await answer.text()]).toEqual([424, expect.stringContaining('ENOTDIR')])
  await broken.stop()
})

const sendTest = async ({ token } = admin) => server.call('POST', '/admin/mail/test', { token })

test('a test e-mail goes to the person who requests it, in their language, and the answer has that of the mail server', async () => {
  const sent = mailTestSchema.parse(await (await sendTest()).json())
  expect(sent).toEqual({ to: admin.email, state: 'sent', answer: expect.stringMatching(/^250 /) })
  expect((await mailbox.newest(admin.email)).headers.get('subject')).toBe('Test e-mail from Spaceport')
  await sendTest(other)
  expect((await mailbox.newest(other.email)).headers.get('subject')).toBe(
    'Zkušební e-mail aplikace Spaceport',
  )
  const log = await server.call('GET', '/admin/audit?action=mail.test&limit=1', { token: admin.token })
  expect(await log.json()).toMatchObject([{ target_name: other.email, after: { state: 'sent' } }])
})

test('a refusal by the mail server is reported in its words', async () => {
  mailbox.treat(550)
  expect(await (await sendTest()).json()).toEqual({
    to: admin.email,
    state: 'refused',
    answer: expect.stringMatching(/^the mail server answered: 550 /),
  })
})

test('the requests of an administrator are limited', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 12; n++) statuses.add((await start('backup')).status)
  expect([...statuses]).toEqual([200, 429])
  expect((await start('backup', other)).status).toBe(200)
})
