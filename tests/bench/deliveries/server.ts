import type { Db } from '../../../server/db/database'
import type { Lifetime } from '../../../server/lifetime'
import { readSigningKey } from '../../../server/services/accounts/signIn/signingKey'
import type { Fillable } from '../../support/builders'
import { startProcess } from '../../support/serverProcess'

/** The real server in a process of its own. */
export async function startServer(databaseUrl: string, db: Db, lifetime: Lifetime): Promise<Fillable> {
  const server = await startProcess({ DATABASE_URL: databaseUrl, DEMO: '0', ALLOW_PRIVATE_WEBHOOKS: '1' })
  lifetime.defer(async () => void (await server.stop()))
  if (server.url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  return {
    db,
    deps: { signingKey: await readSigningKey(db), now: () => new Date() },
    call: (method, path, options) =>
      fetch(`${server.url}/v2${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${options?.token}` },
        ...(options?.body !== undefined && { body: JSON.stringify(options.body) }),
      }),
  }
}
