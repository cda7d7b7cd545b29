import type { Queryable } from '../../db/database'
import type { WayChange } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Origin } from '../common/caller'
import { addMail } from './queue'

/** Who changes a sign-in method, and from where. */
interface By {
  userId: string
  /** `link`: with a link from an e-mail, without a sign-in. */
  by: 'owner' | 'link'
  origin: Pick<Origin, 'address' | 'userAgent'>
}

/** Stores an e-mail that notifies the owner of a change of sign-in methods. Call it in the transaction of the change. */
export const notifyOwner = async (
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  { userId, by, origin: { address, userAgent } }: By,
  what: WayChange['what'],
  name: string | null = null,
): Promise<void> => {
  const change = { what, name, by, admin: null, address, userAgent, to: null }
  await addMail(tx, deps, { kind: 'wayChanged', userId, change })
}

/** Stores e-mails to both addresses when an administrator has changed that of an account; see `notifyOwner`. */
export async function notifyOfAddressChange(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  { email: admin }: { email: string },
  userId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  for (const to of [before, after]) {
    const name = `${before} → ${after}`
    // The owner need not know where an administrator works.
    const change = {
      what: 'address',
      name,
      by: null,
      admin,
      address: null,
      userAgent: null,
      to,
    } as const
    await addMail(tx, deps, { kind: 'wayChanged', userId, change })
  }
}
