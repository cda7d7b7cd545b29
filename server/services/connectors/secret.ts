import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/database'
import { connector } from '../../db/schema'
import { notFound } from '../../errors'
import { isConnector } from './row'

/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 24

/** A secret for a connector. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** A secret as people copy it (Standard Webhooks). */
const shown = ([row]: { secret: Buffer }[]) => {
  if (!row) throw notFound()
  return { secret: `whsec_${row.secret.toString('base64')}` }
}

/** What signs the requests of a connector. @throws ApiError 404 */
export async function readSecret(db: Db, spaceId: string, connectorId: string): Promise<{ secret: string }> {
  return shown(
    await db.select({ secret: connector.secret }).from(connector).where(isConnector(spaceId, connectorId)),
  )
}

/** Gives the connector a new secret; the attempts that follow are signed with it. @throws ApiError 404 */
export async function rotateSecret(
  db: Db,
  spaceId: string,
  connectorId: string,
): Promise<{ secret: string }> {
  return shown(
    await db
      .update(connector)
      .set({ secret: newSecret() })
      .where(isConnector(spaceId, connectorId))
      .returning({ secret: connector.secret }),
  )
}
