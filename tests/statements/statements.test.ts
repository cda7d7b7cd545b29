import { afterAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database'
import { openAnalysis } from '../support/statements/analyse'
import { readCollected } from '../support/statements/collect'
import { isOfOneNode, violationsOf } from '../support/statements/rules'

const collected = readCollected()
const { catalog, analyse, close } = await openAnalysis(await createDatabase())
afterAll(close)

/** Statements that neither read nor change rows; Citus accepts them (docs/deployment.md). */
const OTHERS = [
  /^(begin|commit|rollback|savepoint \w+|release savepoint \w+|rollback to savepoint \w+)$/,
  /^set (local )?\w+ = \d+$/,
  /^create table if not exists \w+ partition of \w+ for values from \('[^']+'\) to \('[^']+'\)$/,
  /^alter table \w+ attach partition \w+ for values from \('[^']+'\) to \('[^']+'\)$/,
  /^alter table \w+ detach partition \w+$/,
  /^alter table \w+ drop constraint if exists in_month, add constraint in_month check \([^;]+\) not valid$/,
  /^alter table \w+ validate constraint in_month$/,
  /^drop table (if exists )?[\w,]+_\d{4}_\d\d$/,
  /^do \$\$ begin\s+if current_setting\('transaction_read_only'\)/,
  /^lock table (only \w+,?)+ in access exclusive mode nowait$/,
]

/** Statements for each message of a device, and for each call of a key. */
const HOT = /^(uplink|key)\./

const split = (text: string) =>
  text.includes(';') && !text.startsWith('do $$')
    ? text
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : [text.trim()]
const isQuery = (text: string) => /^(select|with|insert|update|delete)\b/i.test(text)

test('the server has sent statements', () => {
  expect(collected.length, 'npm test -- server collects them').toBeGreaterThan(0)
})

describe('Citus accepts the statements of the server', () => {
  const statements = collected.flatMap(({ text, same }) => split(text).map((one) => ({ text: one, same })))

  test.each(statements.filter(({ text }) => isQuery(text)))('$text', async ({ text, same }) => {
    expect(violationsOf(catalog, await analyse(text), same)).toEqual([])
  })

  test.each(statements.filter(({ text }) => !isQuery(text)))('$text', ({ text }) => {
    expect(OTHERS.some((other) => other.test(text))).toBe(true)
  })
})

describe('statements that devices and keys wait for run on one node', () => {
  test.each(collected.filter(({ name }) => name !== undefined && HOT.test(name)))(
    '$name',
    async ({ text, same }) => {
      expect(isOfOneNode(catalog, await analyse(text), same)).toBe(true)
    },
  )
})
