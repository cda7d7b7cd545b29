import { expect, test } from 'vitest'
import { startHistory } from '../../server/workers/derived'
import { startSending } from '../harness/sending'
import { seeded } from '../harness/tool'
import { aDevice } from '../support/builders'
import { judgeHistory } from '../support/judgeHistory'
import { randomMessages } from '../support/randomMessages'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner

const MESSAGES = 900
const DEVICES = 2
const FAULTS = 6

/** Terminates all connections to the database of this test, whatever they are doing. */
const terminate = async () =>
  server.db.$client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)

test('histories of random messages equal those computed from the messages, despite interruptions and repeats', {
  tags: 'heavy',
  timeout: 120_000,
}, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seeded(seed)
  const proofs = [await aDevice(server, space), await aDevice(server, space)]
  const make = randomMessages(random, { devices: DEVICES, now: Date.now() })
  const messages = Array.from({ length: MESSAGES }, (_, n) => make(n))
  const refused: string[] = []
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.call(method, path, { body, token })
    if (answer.ok) return answer.json()
    expect(answer.status).toBe(503)
    return undefined
  }
  const start = () => startHistory(server.deps, { period: 5, failed: 5 })
  const sending = startSending(
    { call, blame: (sentence) => refused.push(sentence) },
    { messages, proofs, random },
  )
  const isSent = async (share: number) => {
    await expect
      .poll(sending.started, { interval: 1, timeout: 60_000 })
      .toBeGreaterThanOrEqual(share * MESSAGES)
  }
  // Start with more messages than are read at a time.
  await isSent(0.6)
  let workers = [start(), start()]
  for (let fault = 1; fault <= FAULTS; fault++) {
    await isSent(0.6 + (0.4 * fault) / FAULTS)
    await terminate()
    await Promise.all(workers.map(async (worker) => worker.stop()))
    workers = [start(), start()]
  }
  await sending.ended
  await Promise.all(workers.map(async (worker) => worker.stop()))
  await findValues(server)
  const found = await judgeHistory({
    get: async (path) => call('GET', `/spaces/${space.id}${path}`),
    devices: proofs.map(({ id }) => id),
    messages,
    acknowledged: sending.acknowledged,
  })
  expect({ seed, refused, wrong: found.wrong }).toEqual({ seed, refused: [], wrong: [] })
  expect(found.values).toBeGreaterThan(MESSAGES)
})
