import { POOLS } from '../../../server/db/database'
import type { Lifetime } from '../../../server/lifetime'
import { openFiller, startDatabase, startServer } from '../../harness/database'
import type { Row } from '../../harness/rows'
import { within } from '../../harness/tool'
import type { Fillable } from '../../support/builders'
import { type Receiver, startReceiver } from '../../support/receiver'
import { backlogRows, rateRows } from './sending'
import { takeRows } from './take'

/** Measures how deliveries slow each other down, on the embedded PostgreSQL as in production. */
export async function benchDeliveries(lifetime: Lifetime): Promise<Row[]> {
  const { url: databaseUrl } = await startDatabase(lifetime)
  const limits = POOLS.chores
  /** Measures with a server that runs only meanwhile. */
  const withServer = (measure: (server: Fillable, receiver: Receiver) => Promise<Row[]>) =>
    within(async (lifetime) => {
      const receiver = await startReceiver()
      lifetime.defer(() => receiver.stop())
      const { url } = await startServer(lifetime, { DATABASE_URL: databaseUrl })
      return measure(await openFiller(lifetime, databaseUrl, { urlOf: () => url, limits }), receiver)
    })
  const rates = await withServer(rateRows)
  const { db } = await openFiller(lifetime, databaseUrl, { limits })
  const taken = await takeRows(db.$client)
  return [...rates, ...taken, ...(await withServer(backlogRows))]
}
