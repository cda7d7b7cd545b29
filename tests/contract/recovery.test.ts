import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { MINUTE } from '#contract/common/durations'
import { appUser } from '../../server/db/schema'
import { makeRecoveryToken } from '../../server/services/accounts/recovery'
import { DEAD } from '../support/accounts'
import { outcome } from '../support/answers'
import { aUser } from '../support/builders'
import { copyDataFolder } from '../support/cluster'
import { runCommand } from '../support/command'
import { serve } from '../support/serve'
import { startProcess } from '../support/serverProcess'

let clock = Date.now()
const now = () => new Date(clock)
const server = await serve({ now })

/** Runs the command in a shell on the machine. */
async function recoverByShell(env: Record<string, string>, ...args: string[]) {
  const ran = await runCommand('server/commands/recover.ts', args, env)
  return { ...ran, token: /\/login\/recovery#token=([\w-]{43})\n/.exec(ran.said)?.[1] }
}

const recover = async (token: string | undefined) =>
  server.call('POST', '/auth/recovery', { body: { token } })

const makeToken = async (email: string | null = null) =>
  (await makeRecoveryToken(server.db, email, now())).token

const profileOf = async (answer: Response) => {
  const { access_token: token } = authApi.recover.answer.parse(await answer.json())
  return (await server.call('GET', '/profile', { token })).json()
}

test('without an administrator the command says so', async () => {
  const { complaint, code } = await recoverByShell({ DATABASE_URL: server.databaseUrl })
  expect([code, complaint]).toEqual([
    1,
    'There is no system administrator yet. Use the link that the server prints at its start.\n',
  ])
})

test('the command prints a link that signs in an administrator once, while the server runs', async () => {
  const first = await aUser(server, { systemRole: 'admin' })
  const second = await aUser(server, { systemRole: 'admin' })
  const env = { DATABASE_URL: server.databaseUrl, PUBLIC_URL: 'https://console.example.com' }
  const { said, token } = await recoverByShell(env, second.email.toUpperCase())
  expect(said).toContain(`signs in the system administrator ${second.email}.`)
  expect(said).toContain('https://console.example.com/login/recovery#token=')
  expect(await profileOf(await recover(token))).toMatchObject({ email: second.email, system_role: 'admin' })
  expect(await outcome(await recover(token))).toEqual(DEAD)
  const withoutName = await recoverByShell(env)
  expect(await profileOf(await recover(withoutName.token))).toMatchObject({ email: first.email })
  const { rows } = await server.db.$client.query('select * from mail_link where kind = $1', ['recovery'])
  expect(rows).toEqual([])
})

test('the command refuses everybody else', async () => {
  const user = await aUser(server)
  const env = { DATABASE_URL: server.databaseUrl }
  for (const [email, sentence] of [
    [user.email, `${user.email} is no system administrator.`],
    ['nobody@example.com', 'There is no account with the address nobody@example.com.'],
    ['nonsense', 'Give one e-mail address'],
  ] as const) {
    const { code, complaint, said } = await recoverByShell(env, email)
    expect([code, said]).toEqual([1, ''])
    expect(complaint).toContain(sentence)
  }
})

test('one of two calls with the same link signs in', async () => {
  const { email } = await aUser(server, { systemRole: 'admin' })
  const token = await makeToken(email)
  const answers = await Promise.all([recover(token), recover(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a link works for 15 minutes, and only while the person is an administrator', async () => {
  const { id, email } = await aUser(server, { systemRole: 'admin' })
  const late = await makeToken(email)
  clock += 15 * MINUTE
  expect(await outcome(await recover(late))).toEqual(DEAD)
  const token = await makeToken(email)
  await server.db.update(appUser).set({ systemRole: 'user' }).where(eq(appUser.id, id))
  expect(await outcome(await recover(token))).toEqual(DEAD)
  expect(await outcome(await recover('x'.repeat(43)))).toEqual(DEAD)
})

test('the command finds the database that the server has started itself, and says when there is none', async ({
  onTestFinished,
}) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'spaceport-recover-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  copyDataFolder(DATA_DIR)
  const running = await startProcess({ DATA_DIR, DEMO: '0' })
  onTestFinished(async () => void (await running.stop()))
  await expect.poll(running.said).toContain('/setup#token=')
  const setUp = {
    token: /#token=(\S+)/.exec(running.said())?.[1],
    email: 'admin@example.com',
    password: 'a good password',
  }
  const post = async (path: string, body: object) =>
    fetch(`${running.url}/v2${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await post('/auth/setup', setUp)).status).toBe(201)
  const { token } = await recoverByShell({ DATA_DIR })
  expect((await post('/auth/recovery', { token })).status).toBe(200)
  await running.stop()
  const { code, complaint } = await recoverByShell({ DATA_DIR })
  expect([code, complaint]).toEqual([
    1,
    `No server works on the data folder ${DATA_DIR}. Start the server, then try again; with another folder, name it with DATA_DIR.\n`,
  ])
})
