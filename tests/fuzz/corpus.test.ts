import { expect, test } from 'vitest'
import type { Sandbox } from '#sandbox'
import { startSandbox } from '../../server/services/sandbox'
import { type Attack, corpus } from './corpus'
import { startListener } from './homes'
import { endOf, HONEST, HONEST_VALUE, INPUT, objectionTo, scriptOf } from './judge'

/** Kinds that mostly end with a timeout: only some of them run, to keep the test short. `npm run fuzz` runs all. */
const SLOW = new Set(['hang', 'memory', 'recursion', 'regular expressions'])
const chosen = corpus.filter(({ kind }, index) => !SLOW.has(kind) || index % 10 === 0)

test('the corpus has at least 200 attacks, each with a unique name', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200)
  expect(new Set(corpus.map(({ kind, name }) => `${kind}: ${name}`)).size).toBe(corpus.length)
})

test('no attack escapes from the threads of the server, and honest runs among them are right', async () => {
  const listener = await startListener()
  const sandbox = startSandbox({ size: 2 })
  const attack = async (sandbox: Sandbox, attack: Attack) => {
    const script = { ...scriptOf(attack, listener.url), limits: { milliseconds: 150 } }
    const outcome = await sandbox.run(script, INPUT, { owner: ['attacks'] })
    const honest = { ...HONEST, limits: { milliseconds: 20_000 } }
    const after = await sandbox.run(honest, INPUT, { owner: ['honest'] })
    const objection =
      objectionTo(attack, outcome) ?? (endOf(after) === HONEST_VALUE ? undefined : `then: ${endOf(after)}`)
    return objection === undefined ? [] : [`${attack.kind}, ${attack.name}: ${objection}`]
  }
  const objections = await Promise.all(chosen.map((chosen) => attack(sandbox, chosen)))
  sandbox.close()
  await listener.close()
  expect(objections.flat()).toEqual([])
  expect(listener.requests).toEqual([])
}, 120_000)
