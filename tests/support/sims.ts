import { eq } from 'drizzle-orm'
import type { Db } from '../../server/db/database'
import { simulatedSim } from '../../server/db/schema'
import { simulatedSims } from '../../server/demo/sims/provider'
import { serve } from './serve'

/** What a test gives a card of the simulated provider. */
export type SimValues = Partial<typeof simulatedSim.$inferInsert>

/** A server in this process whose SIM provider is the simulated one, without cards. */
export const serveSims = () => serve({ sims: simulatedSims })

let made = 0

/** A card of its own, in no state: it is not in this installation yet. */
export async function aSim({ db }: { db: Db }, values: SimValues = {}) {
  made += 1
  const imsi = `00101${String(made).padStart(10, '0')}`
  const iccid = `8999${String(made).padStart(16, '0')}`
  await db.insert(simulatedSim).values({ imsi, iccid, ...values })
  return { imsi, iccid }
}

/** The card as its provider has it. */
export async function storedSim({ db }: { db: Db }, imsi: string) {
  const [card] = await db.select().from(simulatedSim).where(eq(simulatedSim.imsi, imsi))
  return card
}

/** Changes a card at its provider, behind the console's back. */
export const changeSim = ({ db }: { db: Db }, imsi: string, values: SimValues) =>
  db.update(simulatedSim).set(values).where(eq(simulatedSim.imsi, imsi))
