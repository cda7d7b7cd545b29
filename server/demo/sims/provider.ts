import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { type Sim, type SimChanges, simProfiles } from '#contract/sims'
import type { Queryable } from '../../db/database'
import { simulatedSim } from '../../db/schema'
import { isIccid, isSimOf, SimProviderError } from '../../services/administration/sims/provider'
import type { SimProvider } from '../../systems'
import type { DemoDeps } from '../deps'

type Row = typeof simulatedSim.$inferSelect

const simOf = ({ imsi, iccid, state, profile, attr1, attr2, apn, info }: Row): Sim => ({
  imsi,
  iccid,
  state,
  profile,
  attr1,
  attr2,
  apn,
  info,
})

const refused = (sentence: string) => new SimProviderError('refused', sentence)

/** State that a SIM has after its transfer. */
const TRANSFERRED = 'Inactive.Stopped'

/** The card that an id names. */
async function find(db: Queryable, id: string): Promise<Row> {
  const column = isIccid(id) ? simulatedSim.iccid : simulatedSim.imsi
  const like = sql`${column} like ${`${id.slice(0, isIccid(id) ? 19 : 14)}%`}`
  const rows = (await db.select().from(simulatedSim).where(like)).filter((row) => isSimOf(id, row))
  const row = rows.find(({ imsi, iccid }) => imsi === id || iccid === id) ?? rows[0]
  if (!row || (rows.length > 1 && row.imsi !== id && row.iccid !== id))
    throw new SimProviderError('missing', 'not found')
  return row
}

/** @throws SimProviderError if the provider does not allow the changes */
function check({ state }: Row, changes: SimChanges, profiles: readonly string[]) {
  if (state === null) throw refused('not transferred to this installation yet')
  if (state === 'Inactive.Stopped' && changes.state !== undefined && changes.state !== 'Active.Ready')
    throw refused('only Active.Ready can follow Inactive.Stopped')
  if (changes.profile !== undefined && !profiles.includes(changes.profile))
    throw refused(`the profile ${changes.profile} is not offered`)
}

/**
 * The provider of the demo's SIM cards: it is slow, some of its cards fail at their next change, and it refuses what a real one would
 * refuse.
 */
export function simulatedSims({ db, settings }: DemoDeps): SimProvider {
  const profiles = Object.values(simProfiles(settings.console.productPrefix)).flat()

  /** Changes a card after locking it. */
  async function change(id: string, valuesOf: (row: Row) => Partial<Row>): Promise<Sim> {
    const { imsi, latency } = await find(db, id)
    await sleep(latency)
    const ofCard = eq(simulatedSim.imsi, imsi)
    const failing = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(simulatedSim).where(ofCard).for('update')
      if (!row) throw new SimProviderError('missing', 'not found')
      const values = valuesOf(row)
      if (row.failures > 0) {
        await tx
          .update(simulatedSim)
          .set({ failures: row.failures - 1 })
          .where(ofCard)
        return true
      }
      if (Object.keys(values).length > 0) await tx.update(simulatedSim).set(values).where(ofCard)
      return false
    })
    if (failing) throw new SimProviderError('unanswered', 'the SIM provider did not answer')
    return simOf(await find(db, imsi))
  }

  return {
    async read(id) {
      const row = await find(db, id)
      await sleep(row.latency)
      return simOf(row)
    },
    update: (id, changes) =>
      change(id, (row) => {
        check(row, changes, profiles)
        return changes
      }),
    transfer: (id) => change(id, ({ state }) => (state === null ? { state: TRANSFERRED } : {})),
  }
}
