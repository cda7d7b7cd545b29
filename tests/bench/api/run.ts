import { Client } from 'pg'
import { endOnSignal, Lifetime } from '../../../server/lifetime'
import type { Pair } from './compare'
import { PAGE, pageDevices } from './devices'
import { busiestDevice, pageMessages } from './messages'
import { type Setup, SIZE, setUp } from './setup'
import { measureThroughput } from './throughput'

const PAGING_GOAL = 1.5
const THROUGHPUT_GOAL = 0.5

const ratioOf = ({ first, last }: Pair) => last / first
/** The same cost: neither page may be the dear one. */
const isEven = (pair: Pair) => Math.max(ratioOf(pair), 1 / ratioOf(pair)) < PAGING_GOAL
const show = (pair: Pair) =>
  `${ratioOf(pair).toFixed(2)}× (${pair.last.toFixed(1)} / ${pair.first.toFixed(1)} ms)`

function pagingLine(what: string, pairs: Record<string, Pair>) {
  const measured = Object.entries(pairs).map(([way, pair]) => `${way} ${show(pair)}`)
  const met = Object.values(pairs).every(isEven)
  return { what, measured: measured.join(', '), goal: `< ${PAGING_GOAL}×`, met }
}

async function measure(setup: Setup, lifetime: Lifetime) {
  const client = new Client({ connectionString: setup.databaseUrl })
  await client.connect()
  lifetime.endsWith(() => client.end())
  const devices = await pageDevices(setup, client)
  const deviceId = await busiestDevice(client, setup.spaceId)
  const ofSpace = await pageMessages(client, setup.spaceId, null)
  const ofDevice = await pageMessages(client, setup.spaceId, deviceId)
  const { http, driver, rounds } = await measureThroughput(setup)
  const lines = [
    ...devices.map(({ sort, http, driver }) =>
      pagingLine(`Devices by ${sort}, last page against first`, { HTTP: http, SQL: driver }),
    ),
    pagingLine('Messages of the space, last page against first', { SQL: ofSpace }),
    pagingLine('Messages of one device, last page against first', { SQL: ofDevice }),
    {
      what: `Device page through HTTP against the driver alone (${rounds} rounds)`,
      measured: `${(http / driver).toFixed(2)}× (${http.toFixed(0)} / ${driver.toFixed(0)} a second)`,
      goal: `≥ ${THROUGHPUT_GOAL}×`,
      met: http / driver >= THROUGHPUT_GOAL,
    },
  ]
  return { lines, met: lines.every(({ met }) => met) }
}

/** Measures pages of a large space: the real server on the embedded PostgreSQL, each in a process of its own. */
export async function benchApi() {
  const lifetime = new Lifetime()
  const prepared = setUp(lifetime)
  endOnSignal(
    lifetime,
    prepared.then(() => undefined),
    console.error,
  )
  try {
    const title = `API, ${SIZE.devices} devices and ${SIZE.messages} messages in the space, pages of ${PAGE}, medians. Messages have no route yet: their SQL is sent by the driver`
    return { title, ...(await measure(await prepared, lifetime)) }
  } finally {
    await lifetime.end()
  }
}
