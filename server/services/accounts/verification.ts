import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { HOUR } from '#contract/common/durations'
import type { mailLinkSchema } from '#contract/registration'
import { appUser, mail, mailLink } from '../../db/schema'
import type { Deps } from '../../deps'
import { type AccountActor, noteAccount } from '../audit/note'
import type { Origin } from '../common/caller'
import { checkLink } from '../mail/links'
import { addMail } from '../mail/queue'
import { countAttempt, forgetAttempts } from '../rateLimit'
import { incrementVersion } from '../resources/version'
import { lockAccount } from './users'

/** Milliseconds between two e-mails that ask a person to verify the address. */
const REMINDER_PERIOD = HOUR

/** Sends another verification link, unless one was sent in the last hour: the previous one may be lost or expired. */
export async function remindToVerify(
  deps: Pick<Deps, 'db' | 'now' | 'dueMail'>,
  userId: string,
): Promise<void> {
  const since = new Date(deps.now().getTime() - REMINDER_PERIOD)
  const recent = and(eq(mail.userId, userId), eq(mail.kind, 'verification'), gt(mail.createdAt, since))
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    if ((await tx.$count(mail, recent)) === 0) await addMail(tx, deps, { kind: 'verification', userId })
  })
  deps.dueMail.ring()
}

/**
 * Verifies the e-mail address of an account with the link of an e-mail. Rules, "Sign-up".
 * @throws ApiError 401 for a link that does not work, 429
 */
export async function verifyAddress(
  deps: Pick<Deps, 'db' | 'now'>,
  proof: z.output<typeof mailLinkSchema>,
  origin: Pick<Origin, 'address' | 'userAgent'>,
): Promise<void> {
  const { id, email } = proof
  const { address } = origin
  const actor: AccountActor = { account: { id, email }, method: 'link', origin }
  await countAttempt(deps, email, address)
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, proof.id)
    await checkLink(tx, deps, 'verification', proof)
    await tx
      .update(appUser)
      .set({ isVerified: true, ...incrementVersion(appUser) })
      .where(eq(appUser.id, proof.id))
    await tx.delete(mailLink).where(eq(mailLink.userId, proof.id))
    await noteAccount(tx, deps, actor, 'account.verify', {
      before: { is_verified: false },
      after: { is_verified: true },
    })
    await forgetAttempts({ db: tx }, proof.email, address)
  })
}
