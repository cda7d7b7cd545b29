import { eq } from 'drizzle-orm'
import type { Db } from '../../server/db/database'
import { simulatedSim } from '../../server/db/schema'
import { simulatedSims } from '../../server/demo/sims/provider'
import { serve } from './serve'

/** Values of a card of the simulated provider. */
export type SimValues = Partial<typeof simulatedSim.$inferInsert>

/** Starts a server in this process with the simulated SIM provider, without cards. */
export const serveSims = () => serve({ sims: simulatedSims })

let made = 0

/** Stores a new card without a state: it is not in this installation yet. */
export async function aSim({ db }: { db: Db }, values: SimValues = {}) {
  made += 1
  const imsi = `00101${String(made).padStart(10, '0')}`
  const iccid = `8999${String(made).padStart(16, '0')}`
  await db.insert(simulatedSim).values({ imsi, iccid, ...values })
  return { imsi, iccid }
}

/** The card at its provider. */
export async function storedSim({ db }: { db: Db }, imsi: string) {
  const [card] = await db.select().from(simulatedSim).where(eq(simulatedSim.imsi, imsi))
  return card
}

/** Changes a card directly at its provider. */
export const changeSim = ({ db }: { db: Db }, imsi: string, values: SimValues) =>
  db.update(simulatedSim).set(values).where(eq(simulatedSim.imsi, imsi))
