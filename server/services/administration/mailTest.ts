import { eq } from 'drizzle-orm'
import type { MailTest } from '#contract/admin'
import { appUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { note } from '../audit/note'
import type { Person } from '../common/caller'
import { composeTest } from '../mail/compose'
import { countStart } from '../rateLimit'

/**
 * Sends an e-mail to the administrator who asks for it, immediately, and returns the answer of the mail server.
 * @throws ApiError 409 without a mail server, 429
 */
export async function sendTestMail(
  deps: Pick<Deps, 'db' | 'now' | 'ownAddress' | 'settings' | 'mailServer'>,
  caller: Person,
): Promise<MailTest> {
  const { db, mailServer } = deps
  if (!mailServer) throw new ApiError(409, 'there is no mail server: set SMTP_URL and MAIL_FROM')
  await countStart(deps, 'test e-mail', caller.userId)
  const { firstname, lastname, language } = appUser
  const [person] = await db
    .select({ firstname, lastname, language })
    .from(appUser)
    .where(eq(appUser.id, caller.userId))
  const outcome = await mailServer(await composeTest(deps, { email: caller.email, ...person }))
  const { state } = outcome
  const answer = state === 'sent' ? (outcome.answer ?? '') : outcome.reason
  await note(db, deps, caller, {
    action: 'mail.test',
    spaceId: null,
    target: { id: null, name: caller.email },
    after: { state },
  })
  return { to: caller.email, state, answer }
}
