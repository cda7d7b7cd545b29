import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { PUSH_KEPT } from '#contract/push'
import { appUser, authSession, pushBrowser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { isSignedIn } from './browsers'
import type { Letter } from './compose'
import { PUSH_TEXTS } from './texts'

// The first message of a browser has a code that only it can read. Its service worker returns the code, which shows that the person who
// switched push messages on gets what is sent to the endpoint. Browsers show every message, so this one says that notifications are on.

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

const wrongCode = () => new ApiError(400, 'the code is wrong, has expired or was already used')

const isYoung = sql`${pushBrowser.createdAt} > now() - ${PUSH_KEPT} * interval '1 second'`

/** Writes the first message of a browser, with another code in each attempt; undefined if it needs none any more. */
export async function writeFirst(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  browserId: string,
): Promise<Letter | undefined> {
  const code = randomBytes(16).toString('base64url')
  const [to] = await db
    .update(pushBrowser)
    .set({ codeHash: hashOf(code) })
    .from(authSession)
    .innerJoin(appUser, eq(appUser.id, authSession.userId))
    .where(
      and(
        eq(pushBrowser.id, browserId),
        isNull(pushBrowser.confirmedAt),
        isYoung,
        eq(authSession.jti, pushBrowser.jti),
        isSignedIn(now()),
      ),
    )
    .returning({
      endpoint: pushBrowser.endpoint,
      p256dh: pushBrowser.p256dh,
      auth: pushBrowser.auth,
      language: appUser.language,
    })
  if (!to) return undefined
  const { language, ...letter } = to
  const lang = language ?? 'en'
  const text = JSON.stringify({
    ...PUSH_TEXTS[lang].first,
    lang,
    tag: browserId,
    url: '/profile/notifications',
    at: now().getTime(),
    code,
  })
  return { ...letter, text }
}

/**
 * Records that a browser has got its first message, whose code it returns. From then on its endpoint belongs to its person, and to nobody
 * who had it before.
 * @throws ApiError 400 for a code that was used, is too old, or never existed
 */
export async function confirmBrowser({ db }: Pick<Deps, 'db'>, { code }: { code: string }): Promise<void> {
  const isAsked = and(eq(pushBrowser.codeHash, hashOf(code)), isNull(pushBrowser.confirmedAt), isYoung)
  await db.transaction(async (tx) => {
    const [found] = await tx.select({ endpoint: pushBrowser.endpoint }).from(pushBrowser).where(isAsked)
    if (!found) throw wrongCode()
    // Two people may confirm one endpoint at the same time: the later one gets it.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${found.endpoint}, 0))`)
    await tx
      .delete(pushBrowser)
      .where(and(eq(pushBrowser.endpoint, found.endpoint), isNotNull(pushBrowser.confirmedAt)))
    const { rowCount } = await tx
      .update(pushBrowser)
      .set({ confirmedAt: sql`now()`, codeHash: null })
      .where(isAsked)
    if (rowCount === 0) throw wrongCode()
  })
}

/** Deletes browsers that have not confirmed in time that messages reach them. */
export async function forgetUnconfirmed({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.delete(pushBrowser).where(and(isNull(pushBrowser.confirmedAt), sql`not ${isYoung}`))
}
