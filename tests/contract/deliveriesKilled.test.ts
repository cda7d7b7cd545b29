import { expect, test } from 'vitest'
import { deliverUnderKills } from '../deliver/kill'
import { anOrder } from '../deliver/order'
import { aReplay } from '../deliver/parts'
import { within } from '../harness/tool'

// A small version of `npm run deliver`.
test('when copies of the server and PostgreSQL are killed, each message arrives in order, and a replay sends each once', {
  tags: 'heavy',
}, async () => {
  const lines: string[] = []
  const options = {
    messages: 200,
    kills: 3,
    seed: 1,
    of: [anOrder, aReplay],
    report: (line: string) => lines.push(line),
  }
  const { wrong } = await within((lifetime) => deliverUnderKills(lifetime, options))
  expect(wrong, lines.join('\n')).toEqual([])
})
