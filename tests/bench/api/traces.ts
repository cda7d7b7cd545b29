import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Client } from 'pg'
import { freePort } from '../../../server/db/cluster/postmaster'
import { Lifetime } from '../../../server/lifetime'
import { claimDevices } from './claim'
import { upperQuartile } from './compare'
import type { Line } from './lines'
import { type Setup, startServer } from './setup'
import { startDevices } from './uplinks'

const DEVICES = 1000
const ROUNDS = 9
/** How many messages a second there must be with a trace of each, of those without. */
const GOAL = 0.7

/** Takes traces as a collector does, and keeps none. */
async function startCollector(lifetime: Lifetime): Promise<string> {
  const port = await freePort()
  const collector = createServer((request, response) =>
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}')),
  )
  await once(collector.listen(port, '127.0.0.1'), 'listening')
  lifetime.defer(() => {
    collector.closeAllConnections()
    collector.close()
  })
  return `http://127.0.0.1:${port}`
}

/** Devices that send one by one to two servers of one database in turn, of which one sends a trace of each message. */
export async function benchTraces({ base, databaseUrl, spaceId }: Setup, client: Client): Promise<Line[]> {
  const lifetime = new Lifetime()
  try {
    const traced = await startServer(databaseUrl, lifetime, {
      OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(lifetime),
    })
    const serialNumbers = await claimDevices(client, spaceId, DEVICES)
    const [plain, withTraces] = [base, traced].map((base) => {
      const devices = startDevices({ base, serialNumbers })
      lifetime.defer(() => void devices.stop())
      return { devices, rates: new Array<number>() }
    })
    if (!plain || !withTraces) throw new Error('There are no devices.')
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const { devices, rates } of round % 2 ? [plain, withTraces] : [withTraces, plain]) {
        const { perSecond } = await devices.send({})
        if (round > 0) rates.push(perSecond)
      }
    const [off, on] = [upperQuartile(plain.rates), upperQuartile(withTraces.rates)]
    return [
      {
        what: `Single messages with a trace of each, against without (${ROUNDS} rounds)`,
        measured: `${(on / off).toFixed(2)}× (${on.toFixed(0)} / ${off.toFixed(0)} a second)`,
        goal: `≥ ${GOAL}×`,
        met: on / off >= GOAL,
      },
    ]
  } finally {
    await lifetime.end()
  }
}
