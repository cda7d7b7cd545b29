import { expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { jobOf } from '#contract/connectors'
import { newId } from '../../services/common/ids'
import { startSandbox } from '../../services/sandbox'
import { historyOf } from '../history'
import type { Surroundings } from '../simulator/types'
import { DEMO_SPACES } from '../spaces'
import { prepare } from './past'
import { answerTo, createReceiver } from './receiver'

const NOW = Date.parse('2026-11-21T08:00:00.000Z')

/** Jobs of one device for a day, as JSON text. */
function jobs(surroundings: Surroundings): string[] {
  const serialNumber = '2159000001'
  const device = {
    serialNumber,
    surroundings,
    vendorName: 'Acme',
    productName: 'rover',
    speed: 1,
  } as const
  const { messages } = historyOf(device, { from: NOW - DAY, to: NOW }, [], newId)
  return messages
    .filter(({ type }) => type === 'data')
    .map(({ created_at, ...message }) =>
      JSON.stringify(
        jobOf({
          attempt: 0,
          spaceId: newId(NOW),
          message: { raw: null, ...message, measured_at: null, created_at: created_at.toISOString() },
          device: {
            id: newId(NOW),
            name: 'frost-post-01',
            serial_number: serialNumber,
            session_id: 1,
            created_at: created_at.toISOString(),
            label: { block: 'A' },
            tags: [],
          },
          connector: { id: newId(NOW) },
        }),
      ),
    )
}

/** The connectors of all spaces, each with the surroundings of a device that triggers it. */
const connectors = DEMO_SPACES.flatMap((space) =>
  space.connectors.map((connector) => {
    const of = space.groups.find(({ tags }) => tags.flat().some((tag) => connector.tags.includes(tag)))
    return { ...connector, inSpace: space.name, surroundings: of?.surroundings ?? 'outdoor' }
  }),
)

test.each(connectors)(
  '$name of $inSpace has sent the same as the sandbox would have',
  async ({ transformation, surroundings }) => {
    const sandbox = startSandbox({ size: 1 })
    const [job = '', ...others] = jobs(surroundings)
    const run = prepare(transformation)
    const script = { source: transformation, entry: 'main', limits: { milliseconds: 10_000 } } as const
    const sample = [job, ...others.filter((_, i) => i % 8 === 0)]
    const outcomes = await sandbox.runAll(script, sample)
    sandbox.close()
    expect(outcomes).toMatchObject(
      sample.map((one) => {
        const { returned, logs } = run(one)
        return { value: returned, logs }
      }),
    )
  },
)

test('the receiver answers the same as in the past data', async () => {
  const receiver = createReceiver(() => new Date(NOW))
  for (const path of ['/telemetry', '/ledger/2159000001', '/alerts', '/']) {
    const { status, body } = answerTo(path, NOW)
    const answer = await receiver.request(path, { method: 'PUT', body: 'a' })
    expect([answer.status, await answer.text()]).toEqual([status, body])
  }
})
