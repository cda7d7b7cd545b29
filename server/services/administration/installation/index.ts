import { type SQL, sql } from 'drizzle-orm'
import type { Installation } from '#contract/admin'
import { DAY, HOUR, WEEK } from '#contract/common/durations'
import type { Deps } from '../../../deps'
import { isOfOwnDevice } from '../../background/deletion'
import { IS_HELD, IS_LIMITED } from '../../deliveries/pauses'
import { CONTACT } from '../../devices/contact'
import { readCopies } from './copies'
import { waitingAt } from './histories'
import { countFailureHours, countMessageHours } from './hours'
import { HOUSEKEEPING, readArchive, readBackups, readRoutine } from './routines'
import { readSizes } from './size'

/** PostgreSQL's estimate of the rows of a partitioned table: from its statistics or from its size, whichever knows more. */
const estimateOf = (table: string): SQL => sql`(
  select coalesce(sum(greatest(
    coalesce(pg_stat_get_live_tuples(c.oid), 0),
    case when c.reltuples > 0 and c.relpages > 0
      then c.reltuples / c.relpages * (pg_relation_size(c.oid) / current_setting('block_size')::int) else 0 end
  )), 0)::float8
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass)`

interface Counts extends Record<string, unknown> {
  users: number
  spaces: number
  connectors: number
  messages: number
  devices: number
  hour: number
  day: number
  week: number
  oldest: Date | null
  everSeen: number
  lacking: Date | null
  waiting: number
}

/** Counts of people and spaces, in one statement. */
async function count({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Counts | undefined> {
  const at = now()
  const seenWithin = (time: number) =>
    sql`count(*) filter (where last_seen >= ${new Date(at.getTime() - time)})::int`
  const { rows } = await db.execute<Counts>(sql`
    select
      (select count(*)::int from app_user) as users,
      (select count(*)::int from space) as spaces,
      (select count(*)::int from connector) as connectors,
      ${estimateOf('message')} as messages,
      (select min(d.due_at) from delivery d join connector c on c.space_id = d.space_id and c.id = d.connector_id
        left join connector_operation o on o.space_id = c.space_id and o.connector_id = c.id
        where not (${sql.raw(`${IS_HELD} or ${IS_LIMITED}`)}) and d.state = 'pending' and d.due_at <= ${at} and ${sql.raw(isOfOwnDevice('d'))}) as oldest,
      seen.*, history.*
    from
      (select count(*)::int as devices, ${seenWithin(HOUR)} as hour, ${seenWithin(DAY)} as day,
        ${seenWithin(WEEK)} as week
        from device join device_contact on ${sql.raw(CONTACT.on)} where moved_at is null) seen,
      (select count(*) filter (where last_seen is not null)::int as "everSeen",
        ${waitingAt(at)}
        from device_contact) history`)
  return rows[0]
}

/**
 * The e-mails that wait or have failed; a separate statement, because they belong to no space. An e-mail that is to go out later, such as
 * after quiet hours, does not wait yet.
 */
async function countMail({
  db,
  now,
  settings,
}: Pick<Deps, 'db' | 'now' | 'settings'>): Promise<Installation['mail']> {
  const at = now()
  const weekAgo = new Date(at.getTime() - WEEK)
  const isWaiting = sql`(state = 'sending' or state = 'waiting' and (attempts > 0 or due_at <= ${at}))`
  const { rows } = await db.execute<{ waiting: number; failed: number; since: Date | null }>(sql`
    select count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      min(case when attempts > 0 then created_at else due_at end) filter (where ${isWaiting}) as since
    from mail where state = 'waiting' or state = 'sending' or state = 'failed' and created_at >= ${weekAgo}`)
  const [found] = rows
  return {
    waiting: found?.waiting ?? 0,
    failed: found?.failed ?? 0,
    oldest_waiting_at: textOf(found?.since),
    has_server: settings.console.sendsMail,
  }
}

const textOf = (time: Date | null | undefined) => (time ? new Date(time).toISOString() : null)

/** Totals and state of the whole installation. */
export async function readInstallation(deps: Pick<Deps, 'db' | 'now' | 'settings'>): Promise<Installation> {
  const [counts, messages, failures, copies, sizes, housekeeping, backup, archive, mail] = await Promise.all([
    count(deps),
    countMessageHours(deps),
    countFailureHours(deps),
    readCopies(deps),
    readSizes(deps),
    readRoutine(deps, HOUSEKEEPING),
    readBackups(deps),
    readArchive(deps),
    countMail(deps),
  ])
  const { users = 0, spaces = 0, devices = 0, connectors = 0 } = counts ?? {}
  return {
    version: deps.settings.version,
    totals: { users, spaces, devices, connectors, messages: Math.round(counts?.messages ?? 0) },
    seen: { hour: counts?.hour ?? 0, day: counts?.day ?? 0, week: counts?.week ?? 0 },
    messages,
    failures,
    copies,
    ...sizes,
    oldest_delivery_at: textOf(counts?.oldest),
    history: {
      devices: counts?.everSeen ?? 0,
      oldest_waiting_at: textOf(counts?.lacking),
      waiting: counts?.waiting ?? 0,
    },
    housekeeping,
    backup,
    archive,
    mail,
  }
}
