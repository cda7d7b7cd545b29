import { DAY } from '#contract/common/durations'
import type { Lifetime } from '../../../server/lifetime'
import type { Row } from '../../harness/rows'
import { aSpace, manyDevices } from '../../support/builders'
import { createDatabase } from '../../support/database'
import startCluster from '../../support/globalSetup'
import { makeServer } from '../../support/makeServer'
import { chartRows, columnRows, drawingRow } from './charts'
import { fillHistory } from './fill'
import { ingestingRows, markingRows, packingRows } from './storing'
import { tryingRows } from './trying'

/** `HISTORY_DAYS` makes it shorter, for a quick try. */
export const HISTORY_DAYS = Number(process.env.HISTORY_DAYS ?? 365)
const INGEST = HISTORY_DAYS >= 365 ? { rounds: 5, milliseconds: 5000 } : { rounds: 1, milliseconds: 1000 }
export const HISTORY_DEVICES = 10

/** Measures histories: devices that send 20 values every ten minutes, for a year. */
export async function benchHistory(lifetime: Lifetime): Promise<Row[]> {
  lifetime.defer(await startCluster())
  const databaseUrl = await createDatabase()
  const server = await makeServer({ databaseUrl })
  lifetime.defer(() => server.stop())
  const space = await aSpace(server)
  const proofs = await manyDevices(server, space, HISTORY_DEVICES)
  const deviceIds = proofs.map(({ id }) => id)
  const before = await fillHistory(server, space.id, deviceIds, HISTORY_DAYS)
  const range = { after: before - HISTORY_DAYS * DAY, before }
  return [
    ...(await chartRows(server, { spaceId: space.id, deviceIds, range })),
    ...(await columnRows(lifetime, server)),
    ...(await packingRows(server, space.id, deviceIds[0])),
    ...(await markingRows(databaseUrl, space.id)),
    ...(await ingestingRows(server, space, { ...INGEST, proofs, deviceIds })),
    ...(await tryingRows(lifetime)),
    await drawingRow(lifetime),
  ]
}
