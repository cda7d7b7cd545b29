import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY, MINUTE } from '#contract/common/durations'
import { isDatabaseAway } from '../../db/away'
import type { Queryable } from '../../db/database'
import { appUser, mail, mailLink, ownTimezone, space, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Letter, Outcome, Transport } from '../../systems'
import { newId } from '../common/ids'
import { isInTime } from '../common/membership'
import { compose, MAIL_TEXTS, type MailDeps, nameOf, type Sender, senderOf } from './compose'
import { dueNext } from './fairOrder'
import { type MailKind, WRITE } from './letters/kinds'
import type { LinkKind } from './links'
import { timeText } from './time'

/** Minutes before each attempt after the first. */
const RETRY_DELAYS = [1, 5, 30, 120, 480]
/** The result of an attempt older than this will never be recorded. Attempts take less. */
const LOST_AFTER = 10 * MINUTE
const KEPT_DAYS = 90

/** Stores an e-mail to send. After the commit, ring for the worker. @returns its id */
export async function addMail(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  values: Pick<typeof mail.$inferInsert, 'kind' | 'userId' | 'spaceId' | 'senderId' | 'alertId' | 'change'>,
): Promise<string> {
  const at = now()
  const id = newId(at)
  await tx.insert(mail).values({ ...values, id, dueAt: at, createdAt: at })
  return id
}

/** Stores an e-mail to the person with the address; none if nobody has it. It is always one statement. */
export async function addMailTo(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  kind: MailKind,
  email: string,
): Promise<void> {
  const at = now()
  await tx.execute(sql`
    insert into mail (id, kind, user_id, due_at, created_at)
    select ${newId(at)}::uuid, ${kind}, id, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
    from app_user where email = ${email}`)
}

/** Deletes the links of an account and the e-mails that would bring new ones. */
export async function forgetLinks(
  tx: Queryable,
  userId: string,
  kinds: (MailKind & LinkKind)[],
): Promise<void> {
  await tx.delete(mailLink).where(and(eq(mailLink.userId, userId), inArray(mailLink.kind, kinds)))
  const waiting = inArray(mail.state, ['waiting', 'sending'])
  await tx.delete(mail).where(and(eq(mail.userId, userId), inArray(mail.kind, kinds), waiting))
}

const sender = alias(appUser, 'sender')

/** The language that the person last used; for a person who has not used the console yet, that of the inviter. */
const language = sql<
  typeof appUser.$inferSelect.language
>`case when ${appUser.passwordHash} is not null or ${appUser.isVerified}
  then coalesce(${appUser.language}, ${sender.language}) else coalesce(${sender.language}, ${appUser.language}) end`

/**
 * The next due e-mail with its data, locked for other copies until the transaction ends. Its account is locked as well, so that no
 * transaction with an e-mail waits for an account: a removal locks them in the other order.
 */
async function lockDue(tx: Queryable, at: Date) {
  for await (const ids of dueNext(tx, at)) {
    const found = await lockFirst(tx, ids, at)
    if (found) return found
  }
  return undefined
}

/** The first of some e-mails that is still due and not locked. */
async function lockFirst(tx: Queryable, ids: readonly string[], at: Date) {
  const [found] = await tx
    .select({
      id: mail.id,
      kind: mail.kind,
      attempts: mail.attempts,
      userId: mail.userId,
      spaceId: mail.spaceId,
      email: appUser.email,
      firstname: appUser.firstname,
      lastname: appUser.lastname,
      alertId: mail.alertId,
      change: mail.change,
      createdAt: mail.createdAt,
      language,
      timezone: ownTimezone,
      isVerified: appUser.isVerified,
      space: space.name,
      role: spaceUser.role,
      senderEmail: sender.email,
      senderFirstname: sender.firstname,
      senderLastname: sender.lastname,
      invitationId: spaceUser.invitationId,
      isRefused: sql<boolean>`coalesce(${spaceUser.isRefused}, false) or exists (
        select from refused_sender r where r.user_id = ${mail.userId} and r.sender_id = ${mail.senderId})`,
    })
    .from(mail)
    .innerJoin(appUser, eq(appUser.id, mail.userId))
    .leftJoin(space, eq(space.id, mail.spaceId))
    .leftJoin(
      spaceUser,
      and(
        eq(spaceUser.spaceId, mail.spaceId),
        eq(spaceUser.userId, mail.userId),
        eq(spaceUser.invited, true),
        sql.raw(isInTime('space_user')),
      ),
    )
    .leftJoin(sender, eq(sender.id, mail.senderId))
    .where(and(inArray(mail.id, [...ids]), eq(mail.state, 'waiting'), lte(mail.dueAt, at)))
    .orderBy(sql`array_position(${sql.param([...ids])}::uuid[], ${mail.id})`)
    .limit(1)
    .for('no key update', { of: [mail, appUser], skipLocked: true })
  return found
}

type Due = NonNullable<Awaited<ReturnType<typeof lockDue>>>

/** The e-mail with a new link; undefined if it is no longer needed. */
async function makeLetter(
  tx: Queryable,
  deps: Pick<Deps, 'now' | 'ownAddress'>,
  due: Due,
  writtenAt: Date,
  from: Sender,
  console: MailDeps['settings']['console'],
): Promise<Letter | undefined> {
  const { id, kind, timezone, senderEmail: email } = due
  const language = due.language ?? 'en'
  const time = timeText(due.createdAt, language, timezone)
  const senderName = nameOf(due.senderFirstname, due.senderLastname)
  const facts = { ...due, writtenAt, sender: email && senderName ? `${senderName} (${email})` : email }
  const message = await WRITE[kind]({ tx, deps, facts, texts: MAIL_TEXTS[language], time, console })
  const to = due.change?.to ?? due.email
  // An invitation is the same for everyone, with or without an account.
  const name = kind === 'invitation' ? null : nameOf(due.firstname, due.lastname)
  return message && compose({ id, to, name, language, timezone, ...message }, from)
}

/** An e-mail that is being sent. */
interface MailJob {
  id: string
  /** Number of this attempt, from 1. */
  attempt: number
  /** Undefined if it is no longer needed, or refused. */
  letter: Letter | undefined
}

/** The final state of an e-mail. */
const doneOf = ({ settings }: Pick<MailDeps, 'settings'>) => (settings.console.sendsMail ? 'sent' : 'outbox')

/** Takes the next due e-mail; it is recorded as being sent before it is sent. Undefined if none is due. */
async function takeMail(deps: MailDeps): Promise<MailJob | undefined> {
  const at = deps.now()
  const from = senderOf(deps)
  return deps.db.transaction(async (tx) => {
    const due = await lockDue(tx, at)
    if (!due) return undefined
    const { id, kind, isRefused } = due
    const attempt = due.attempts + 1
    if (kind === 'invitation' && isRefused) {
      // The sender is not notified.
      await tx
        .update(mail)
        .set({ state: doneOf(deps), attempts: attempt, startedAt: at, sentAt: at, error: null })
        .where(eq(mail.id, id))
      return { id, attempt, letter: undefined }
    }
    const letter = await makeLetter(tx, deps, due, at, from, deps.settings.console)
    if (letter)
      await tx.update(mail).set({ state: 'sending', attempts: attempt, startedAt: at }).where(eq(mail.id, id))
    else await tx.delete(mail).where(eq(mail.id, id))
    return { id, attempt, letter }
  })
}

function changeOf(
  outcome: Outcome,
  attempt: number,
  at: Date,
  done: ReturnType<typeof doneOf>,
): Partial<typeof mail.$inferInsert> {
  if (outcome.state === 'sent') return { state: done, sentAt: at, error: null }
  const { reason: error } = outcome
  if (outcome.state === 'unknown') return { state: 'unknown', error }
  const minutes = outcome.isFinal ? undefined : RETRY_DELAYS[attempt - 1]
  if (minutes === undefined) return { state: 'failed', error }
  return { state: 'waiting', error, dueAt: new Date(at.getTime() + minutes * MINUTE) }
}

/** Stores the result of an attempt. */
async function settleMail(deps: MailDeps, { id, attempt }: MailJob, outcome: Outcome): Promise<void> {
  const inHand = and(eq(mail.id, id), eq(mail.attempts, attempt), inArray(mail.state, ['sending', 'unknown']))
  await deps.db
    .update(mail)
    .set(changeOf(outcome, attempt, deps.now(), doneOf(deps)))
    .where(inHand)
}

/** Gives up e-mails whose server ended while it was sending them: nobody knows whether they were sent. */
export async function giveUpLost({ db, now }: Pick<MailDeps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - LOST_AFTER)
  await db
    .update(mail)
    .set({ state: 'unknown', error: 'the server ended while it was sending the e-mail' })
    .where(and(eq(mail.state, 'sending'), lt(mail.startedAt, before)))
}

/** Deletes e-mails that were completed 90 days ago, and links that have expired. */
export async function forgetOldMail({ db, now }: Pick<MailDeps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = new Date(at.getTime() - KEPT_DAYS * DAY)
  await db.delete(mail).where(and(lt(mail.createdAt, before), notInArray(mail.state, ['waiting', 'sending'])))
  await db.delete(mailLink).where(lt(mailLink.expiresAt, at))
}

/** Milliseconds between two attempts to store a result while the database is away. */
const PAUSE = 2000

/**
 * Sends the next due e-mail. It is sent once, whatever the database does meanwhile: the result is stored when it is back.
 * @returns whether there was one
 */
export async function sendNext(
  deps: MailDeps,
  transport: Transport,
  stopping: AbortSignal,
): Promise<boolean> {
  const job = await takeMail(deps)
  if (!job) return false
  const { id, attempt, letter } = job
  if (!letter) return true
  const outcome = await transport(letter)
  await note(deps, job, outcome, stopping)
  if (outcome.state === 'sent')
    deps.log.info(`an e-mail was ${deps.settings.console.sendsMail ? 'sent' : 'written'}`, { id, attempt })
  else deps.log.error('an e-mail was not sent', { id, attempt, reason: outcome.reason })
  return true
}

async function note(deps: MailDeps, job: MailJob, outcome: Outcome, stopping: AbortSignal) {
  for (;;) {
    try {
      return await settleMail(deps, job, outcome)
    } catch (error) {
      if (!isDatabaseAway(error) || stopping.aborted) throw error
    }
    await sleep(PAUSE, undefined, { signal: stopping }).catch(() => undefined)
  }
}
