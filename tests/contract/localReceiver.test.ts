import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectorsApi } from '#contract/connectors'
import { LINES } from '../../src/resources/connectors/localReceiver/lines'
import { makeServer, type TestServer } from '../support/makeServer'
import { aWebhook, forwards } from '../support/webhooks'

let server: TestServer
const running: ChildProcess[] = []
beforeAll(async () => {
  server = await makeServer({ deliveries: { allowPrivate: true } })
})
afterAll(() => server.stop())
afterEach(() => {
  // Include the processes that the shell started.
  for (const { pid } of running.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Runs a line in bash exactly as it is shown, and types the secret. */
async function look(line: string, secret: string) {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port) }
  const shell = spawn('bash', ['-c', line], { env, detached: true })
  running.push(shell)
  let printed = ''
  shell.stdout.on('data', (chunk) => (printed += String(chunk)))
  shell.stderr.on('data', (chunk) => (printed += String(chunk)))
  shell.stdin.write(`${secret}\n`)
  const until = async (words: string) => {
    await expect.poll(() => printed).toContain(words)
  }
  await until('Listening on')
  return { url: `http://127.0.0.1:${port}/hook`, until, printed: () => printed }
}

const signed = (secrets: readonly string[], body: string, at = Math.floor(Date.now() / 1000)) => {
  const id = 'id-1'
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures.join(' '),
  }
}

const aSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/** Not every machine has Python. */
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0
const RUNTIMES = Object.entries(LINES).filter(([name]) => name !== 'python' || HAS_PYTHON)

test.each(RUNTIMES)('the command for %s is one line, and verifies the requests', async (_, line) => {
  expect(line).not.toContain('\n')
  const route = await aWebhook(server)
  const read = async () => connectorsApi.secret.answer.parse(await (await route.on('GET', '/secret')).json())
  const { secret } = await read()
  const { url, until, printed } = await look(line, secret)
  await route.on('PUT', '', { transformation: forwards(url) })
  await route.send({ level: 'žluť' })
  await until('{"level":"žluť"}')
  expect(printed()).toContain('signature ok')
  expect(printed()).toContain('POST /hook')
  expect(printed()).not.toContain(secret)
  expect(await route.settled('delivered')).toMatchObject({ status: 204 })
  // During the overlap of a new secret, both sign.
  await route.on('POST', '/secret', { overlap_hours: 1 })
  const sample = { device_id: route.device.id, message: { type: 'data', direction: 'up', body: { n: 2 } } }
  await route.on('POST', '/test', sample)
  await until('{"n":2}')
  expect(printed().match(/signature ok/g)).toHaveLength(2)
  expect(printed()).toContain('(test)')
  expect(printed()).not.toContain('WRONG')
})

test.each(RUNTIMES)('the command for %s reports what is forged, too old or unsigned', async (_, line) => {
  const secret = aSecret()
  const { url, until, printed } = await look(line, secret)
  const send = async (headers: Record<string, string>, body: string) =>
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204)
  await send(signed([aSecret()], 'one'), 'one')
  await until('one')
  await send(signed([secret], 'two'), 'changed')
  await until('changed')
  await send({}, 'unsigned')
  await until('unsigned')
  expect(printed().match(/SIGNATURE WRONG/g)).toHaveLength(3)
  expect(printed()).not.toContain('signature ok')
  await send(signed([secret], 'old', 1_700_000_000), 'old')
  await until('signature ok, but too old')
  await send(signed([aSecret(), secret], 'twice'), 'twice')
  await until('twice')
  expect(printed().match(/signature ok/g)).toHaveLength(2)
  await send(signed([secret], 'evil \u001b[2J end'), 'evil \u001b[2J end')
  await until('evil  [2J end')
})
