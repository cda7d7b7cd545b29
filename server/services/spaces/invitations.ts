import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Language } from '#contract/common'
import type { Invitation, Invite, SpaceUser } from '#contract/users'
import type { Db, Queryable } from '../../db/database'
import { appUser, mail, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { findOrCreateAccount } from '../accounts/users'
import { note } from '../audit/note'
import { type Caller, userIdOf } from '../common/caller'
import { type Columns, timeColumn } from '../common/columns'
import { authorizeActOn, authorizeGift } from '../common/granting'
import { newId } from '../common/ids'
import { isInTime } from '../common/membership'
import { authorizeGrant } from '../common/recent'
import { invitationLink } from '../mail/links'
import { addMail } from '../mail/queue'
import { countMail } from '../rateLimit'
import {
  accountOf,
  checkRole,
  isMembership,
  isSpaceUser,
  loggedOf,
  type Membership,
  ofSpaceUser,
  powerOfPerson,
  putPersonTags,
  readMembership,
  readSpaceUser,
  rowOf,
  type SpaceUserKey,
  seesPerson,
} from './people'

type MailDeps = Pick<Deps, 'db' | 'now' | 'ownAddress' | 'dueMail'>

/**
 * Invites a person, who may be new, and stores the e-mail to send. The answer, the work and its time are the same for all, so that nobody
 * learns who has an account.
 * @param language of the inviter; e-mails to a new person are in it
 * @throws ApiError 400, 403 if the caller gives more than they have, 409 for a person who is in the space or invited, 429
 */
export async function invite(
  deps: MailDeps,
  caller: Caller,
  spaceId: string,
  { email, ...given }: Invite,
  language: Language | null,
): Promise<SpaceUser> {
  checkRole(given)
  authorizeGift(caller, null, powerOfPerson(given))
  authorizeGrant(deps, caller, null, powerOfPerson(given))
  const added = await deps.db.transaction(async (tx) => {
    const userId = await findOrCreateAccount(tx, email, language ?? (await languageOf(tx, caller)))
    const invitationId = newId(deps.now())
    const invitedBy = userIdOf(caller)
    const [row] = await tx
      .insert(spaceUser)
      .values({
        ...rowOf(given),
        role: given.space_role,
        spaceId,
        userId,
        invited: true,
        invitationId,
        invitedBy,
      })
      .onConflictDoNothing()
      .returning({ userId: spaceUser.userId })
    if (!row) throw await alreadyThere(tx, { spaceId, accountId: userId })
    await putPersonTags(tx, { spaceId, id: userId }, given.tags)
    const invited = await readMembership(tx, { spaceId, accountId: userId })
    await countMail({ ...deps, db: tx }, spaceId, email)
    await addMail(tx, deps, { kind: 'invitation', spaceId, userId, senderId: invitedBy })
    await note(tx, deps, caller, {
      ...ofSpaceUser('user.invite', spaceId, { id: invitationId, email }),
      after: { email, ...loggedOf(invited) },
    })
    return invited
  })
  deps.dueMail.ring()
  return added
}

async function alreadyThere(tx: Queryable, key: Membership) {
  const { space_invited } = await readMembership(tx, key)
  return new ApiError(
    409,
    space_invited ? 'email was invited to the space already' : 'email is in the space already',
  )
}

async function languageOf(tx: Queryable, caller: Caller): Promise<Language | null> {
  const userId = userIdOf(caller)
  if (userId === null) return null
  const [found] = await tx.select({ language: appUser.language }).from(appUser).where(eq(appUser.id, userId))
  return found?.language ?? null
}

const COLUMNS = {
  user_id: sql<string>`${spaceUser.invitationId}`,
  mail_state: sql<
    Invitation['mail_state']
  >`case ${mail.state} when 'sending' then 'waiting' else ${mail.state} end`,
  sent_at: timeColumn(mail.sentAt),
  error: mail.error,
} satisfies Columns<Invitation>

/** The newest e-mail of each pending invitation that meets a condition. */
const newest = (db: Queryable, condition: ReturnType<typeof isSpaceUser>) =>
  db
    .selectDistinctOn([mail.userId], COLUMNS)
    .from(spaceUser)
    .innerJoin(
      mail,
      and(
        eq(mail.userId, spaceUser.userId),
        eq(mail.spaceId, spaceUser.spaceId),
        eq(mail.kind, 'invitation'),
      ),
    )
    .where(and(condition, eq(spaceUser.invited, true)))
    .orderBy(mail.userId, desc(mail.createdAt), desc(mail.id))

/** The state of the e-mails of the pending invitations. Those whose e-mail was deleted with age are left out. */
export async function listInvitations(db: Db, caller: Caller, spaceId: string): Promise<Invitation[]> {
  const inSpace = eq(spaceUser.spaceId, spaceId)
  const sees = seesPerson(caller)
  if (!sees) return newest(db, inSpace)
  // No statement joins e-mails, which are local, with tags of people, which are distributed.
  const invited = and(inSpace, eq(spaceUser.invited, true), sees)
  const seen = await db.select({ userId: spaceUser.userId }).from(spaceUser).where(invited)
  const ids = seen.map(({ userId }) => userId)
  return newest(db, and(inSpace, inArray(spaceUser.userId, ids)))
}

/**
 * The person of a pending invitation, locked.
 * @throws ApiError 403 if the caller may not act on the person, 404, 409 if it was accepted or has ended
 */
async function lockInvitation(tx: Queryable, caller: Caller, key: SpaceUserKey) {
  const userId = await accountOf(tx, key)
  // The account is locked before the membership, as in a removal.
  await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for('key share')
  const [found] = await tx
    .select({
      invited: spaceUser.invited,
      isInTime: sql<boolean>`${sql.raw(isInTime('space_user'))}`,
      id: spaceUser.invitationId,
      userId: appUser.id,
      email: appUser.email,
    })
    .from(spaceUser)
    .innerJoin(appUser, eq(appUser.id, spaceUser.userId))
    .where(isMembership({ spaceId: key.spaceId, accountId: userId }))
    .for('update', { of: spaceUser })
  if (!found) throw notFound()
  const power = powerOfPerson(await readSpaceUser(tx, caller, key))
  authorizeActOn(caller, power)
  const { id } = found
  if (!found.invited || id === null) throw new ApiError(409, 'the invitation was accepted already')
  if (!found.isInTime) throw new ApiError(409, 'the time of the invitation has ended; set a later end first')
  return { ...found, id, power }
}

/**
 * Sends the e-mail of an invitation once more; links that were sent before still work.
 * @throws ApiError 403 if the caller may not act on the person, 404, 409 if it was accepted or has ended, 429
 */
export async function resendInvitation(
  deps: MailDeps,
  caller: Caller,
  key: SpaceUserKey,
): Promise<Invitation> {
  const sent = await deps.db.transaction(async (tx) => {
    const person = await lockInvitation(tx, caller, key)
    const { spaceId } = key
    await countMail({ ...deps, db: tx }, spaceId, person.email)
    await addMail(tx, deps, {
      kind: 'invitation',
      spaceId,
      userId: person.userId,
      senderId: userIdOf(caller),
    })
    const [invitation] = await newest(tx, isSpaceUser(key))
    if (!invitation) throw notFound()
    await note(tx, deps, caller, ofSpaceUser('invitation.resend', spaceId, person))
    return invitation
  })
  deps.dueMail.ring()
  return sent
}

/**
 * Creates a link that an admin can pass on by other ways than e-mail.
 * @throws ApiError 403 if the caller may not act on the person, 404, 409 if the invitation was accepted or has ended
 */
export async function copyInvitationLink(
  deps: MailDeps,
  caller: Caller,
  key: SpaceUserKey,
): Promise<{ link: string }> {
  return deps.db.transaction(async (tx) => {
    const person = await lockInvitation(tx, caller, key)
    authorizeGrant(deps, caller, null, person.power)
    const { spaceId } = key
    await note(tx, deps, caller, ofSpaceUser('invitation.link', spaceId, person))
    const { href } = await invitationLink(tx, deps, { ...person, spaceId }, false)
    return { link: href }
  })
}
