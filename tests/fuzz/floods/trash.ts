// Attacks by the trash of a space.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { BATCH_HEADER } from '#contract/audit'
import type { Question } from '../../harness/http'
import { deviceInput } from '../../support/builders'
import { asking, type Round, rotating } from './attack'
import { anotherSpace, inParallel } from './tenants'

/** As many as one call takes. */
const DEVICES = 1000

const idSchema = z.object({ id: z.string() })

/** A person deletes a thousand devices and restores them, again and again, and asks what goes with them. */
export const trash: Round = asking(
  'a thousand devices that are deleted and restored again and again',
  // A restoration finds nothing while the deletion runs on the other connection.
  { connections: 2, expected: [200, 404, 429, 503], isAlone: true },
  async ({ call, attacker, renew }) => {
    await renew()
    const { token, space } = await anotherSpace(call, attacker, 'flood-trash')
    const ids: string[] = []
    await inParallel(
      Array.from({ length: DEVICES }, () => deviceInput()),
      async (body) => {
        ids.push(idSchema.parse(await call('POST', `/spaces/${space.id}/devices`, { token, body })).id)
      },
    )
    const batch = randomUUID()
    const at = (path: string, body: object): Question => ({
      method: 'POST',
      path: `/v2/spaces/${space.id}/trash${path}`,
      token,
      body,
      headers: { [BATCH_HEADER]: batch },
    })
    return rotating([
      at('', { resource: 'device', ids }),
      at('/restore', { batch }),
      at('/effects', { resource: 'device', ids }),
    ])
  },
)
