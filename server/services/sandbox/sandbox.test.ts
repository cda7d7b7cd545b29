import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureFor, requestFrom } from '#contract/connectors'
import type { Sandbox } from '#sandbox'
import { startSandbox } from '.'

let sandbox: Sandbox
beforeAll(() => {
  sandbox = startSandbox({ size: 2 })
})
afterAll(() => sandbox.close())

/** Enough time on any machine, because these tests are not about time. */
const patient = { milliseconds: 20_000 }

test('a script runs in a thread', async () => {
  const source = 'function main(job) { console.log("seen", job.a); return { b: job.a + 1 } }'
  const outcome = await sandbox.run({ source, entry: 'main', limits: patient }, '{"a":1}')
  expect(outcome).toMatchObject({ value: '{"b":2}', logs: ['seen 1'] })
})

test('the result of a connector is split into its parts, with any names', async () => {
  const source =
    'const main = () => ({ url: "https://a.example", headers: { ["__proto__"]: "x", a: [] }, data: { b: 1 } })'
  const script = { source, entry: 'main', sends: 'webhook', limits: patient } as const
  const outcome = await sandbox.run(script, 'null')
  const taken = 'taken' in outcome ? outcome.taken : null
  expect(taken).toMatchObject({ content: '{"b":1}', isJson: true })
  expect(requestFrom(taken)).toEqual(failureFor('header_name', '__proto__'))
  const many =
    'const main = () => ({ headers: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, ""])) })'
  expect(await sandbox.run({ ...script, source: many }, 'null')).toMatchObject({ taken: 'header_count' })
})

test('the time zone is UTC, whatever that of the machine', async () => {
  const { TZ = '' } = process.env
  process.env.TZ = 'Pacific/Chatham'
  const source =
    'const d = new Date(2024, 0, 31, 12); return [d.toISOString(), d.getTimezoneOffset(), String(d)]'
  const apart = startSandbox({ size: 1 })
  const outcome = await apart.run({ source, entry: 'body', limits: patient }, 'null')
  apart.close()
  process.env.TZ = TZ
  expect('value' in outcome && JSON.parse(outcome.value)).toEqual([
    '2024-01-31T12:00:00.000Z',
    0,
    'Wed Jan 31 2024 12:00:00 GMT+0000',
  ])
})

test('a script that the engine cannot interrupt is terminated from outside, and the next one runs', async () => {
  const source = 'return new Array(4294967295).includes(1)'
  const outcome = await sandbox.run({ source, entry: 'body' }, 'null')
  expect(outcome).toMatchObject({ error: { name: 'TimeoutError' } })
  expect(await sandbox.run({ source: 'return 1', entry: 'body', limits: patient }, 'null')).toMatchObject({
    value: '1',
  })
})

test('a hanging script does not delay others', async () => {
  const hanging = { source: 'for (;;);', entry: 'body' } as const
  const ended: string[] = []
  const note = (name: string) => () => ended.push(name)
  const greedy = Array.from({ length: 8 }, () =>
    sandbox.run(hanging, 'null', { owner: ['greedy'] }).then(note('greedy')),
  )
  const modest = sandbox
    .run({ source: 'return 1', entry: 'body', limits: patient }, 'null', { owner: ['modest'] })
    .then(note('modest'))
  await Promise.all([...greedy, modest])
  expect(ended.indexOf('modest')).toBeLessThan(5)
})
