import { Client } from 'pg'
import { endOnSignal, Lifetime } from '../../../server/lifetime'
import { benchAdmin } from './admin'
import { benchAttention } from './attention'
import { benchContacts } from './contacts'
import { benchDevices } from './devices'
import { benchJudging } from './judging'
import { benchLists } from './lists'
import { benchMessages } from './messages'
import { PAGE, SIZE, setUp } from './setup'
import { benchTraces } from './traces'
import { benchUplinks } from './uplinks'
import { benchVariables } from './variables'

const BENCHES = {
  attention: async (...given: Parameters<typeof benchAttention>) => [
    ...(await benchAttention(...given)),
    ...(await benchJudging(...given)),
  ],
  devices: benchDevices,
  contacts: benchContacts,
  variables: benchVariables,
  messages: benchMessages,
  uplinks: benchUplinks,
  traces: benchTraces,
  lists: benchLists,
  admin: benchAdmin,
}

/** The parts of the API that can be measured. */
export const API_BENCHES = [
  'devices',
  'contacts',
  'variables',
  'messages',
  'uplinks',
  'traces',
  'lists',
  'admin',
] as const satisfies (keyof typeof BENCHES)[]

/** Measures a large space: the real server on the embedded PostgreSQL, each in a process of its own. */
export async function* benchApi(names: readonly (keyof typeof BENCHES)[], size = SIZE) {
  const lifetime = new Lifetime()
  const prepared = setUp(lifetime, size)
  endOnSignal(
    lifetime,
    prepared.then(() => undefined),
    console.error,
  )
  try {
    const setup = await prepared
    const client = new Client({ connectionString: setup.databaseUrl })
    await client.connect()
    lifetime.defer(() => client.end())
    for (const name of names) {
      const lines = await BENCHES[name](setup, client)
      const title = `API, ${name}: ${size.devices} devices, ${size.variables} variables and ${size.messages} messages in the space, pages of ${PAGE}, quartiles that other work disturbs least`
      yield { title, lines, met: lines.every(({ met }) => met) }
    }
  } finally {
    await lifetime.end()
  }
}
