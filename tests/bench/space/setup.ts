import { Client } from 'pg'
import type { Lifetime } from '../../../server/lifetime'
import { insertSpace } from '../../../server/services/accounts/users'
import { openFiller, startDatabase, startServer } from '../../harness/database'
import { Api } from '../../harness/http'
import { aUser } from '../../support/builders'
import { fillSpace } from './fill'

/** Rows of a page. */
export const PAGE = 50
export const SIZE = { devices: 10_000, variables: 100_000, messages: 1_000_000 }
const OTHERS = [
  { devices: 2000, variables: 5000, messages: 30_000 },
  { devices: 500, variables: 1000, messages: 10_000 },
]

/** A server with a full database. */
export type FullSpace = Awaited<ReturnType<typeof setUp>>

/** Starts the embedded PostgreSQL as in production, fills it, and starts the real server in a process of its own. */
export async function setUp(lifetime: Lifetime, size = SIZE) {
  const { url: databaseUrl } = await startDatabase(lifetime)
  const filler = await openFiller(lifetime, databaseUrl)
  /** A connection without the server's limits. */
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  lifetime.defer(() => client.end())
  const { id: ownerId, token } = await aUser(filler, { email: 'bench@example.com' })
  const newSpace = (name: string) => insertSpace(filler.db, { name, type: 'team', ownerId })
  const spaceId = await newSpace('bench')
  await fillSpace(client, spaceId, size)
  for (const [i, size] of OTHERS.entries()) await fillSpace(client, await newSpace(`other-${i}`), size)
  await client.query('vacuum (analyze)')
  const { url } = await startServer(lifetime, { DATABASE_URL: databaseUrl })
  const api = new Api(url, { token })
  lifetime.defer(() => api.close())
  return {
    lifetime,
    databaseUrl,
    url,
    token,
    spaceId,
    ownerId,
    filler,
    client,
    api,
    at: `/spaces/${spaceId}`,
  }
}
