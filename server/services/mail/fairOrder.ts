import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { FAIR_KEY_OF_MAIL, INVITES, IS_ABOUT_ALERTS } from '../../db/schema'

/** E-mails that are looked at beside the one whose turn it is: other copies of the server may have those before it in hand. */
const CANDIDATES = 16
/** The same of one space. */
const OF_SPACE = 4

const invites = sql.raw(INVITES)
const aboutAlerts = sql.raw(IS_ABOUT_ALERTS)
const key = sql.raw(FAIR_KEY_OF_MAIL)

/** E-mails that nobody but their person has caused, the oldest first. Whoever signs in does not wait for a flood of others. */
const first = (at: SQL) => sql<{ id: string }>`
  select id from mail where state = 'waiting' and not ${aboutAlerts} and not ${invites} and due_at <= ${at}
  order by due_at, id limit ${CANDIDATES}`

/**
 * E-mails that invite, or those about alerts, in turns: that person comes first whose spaces had none for the longest time, and of their spaces that which
 * had none for the longest time. A space is of its owner, or of nobody else; a daily e-mail is of whoever gets it. It reads a few rows
 * of each space, however many wait.
 */
const fairNext = (which: SQL, at: SQL) => sql<{ id: string }>`
  with recursive waiting (key) as (
    (select ${key} from mail where state = 'waiting' and ${which} order by ${key} limit 1)
    union all
    select (
      select ${key} from mail where state = 'waiting' and ${which} and ${key} > waiting.key order by ${key} limit 1
    ) from waiting where waiting.key is not null
  ), served as materialized (
    select waiting.key, coalesce(s.owner_id, waiting.key) as person_id, (
      select started_at from mail where ${key} = waiting.key and ${which} and started_at is not null
      order by started_at desc limit 1
    ) as at
    from waiting left join space s on s.id = waiting.key where waiting.key is not null
  )
  select due.id from (
    select one.id, one.due_at, one.place, served.at, max(served.at) over (partition by served.person_id) as person_at
    from served cross join lateral (
      select id, due_at, row_number() over (order by due_at, id) as place from mail
      where ${key} = served.key and state = 'waiting' and ${which} and due_at <= ${at}
      order by due_at, id limit ${OF_SPACE}
    ) one
  ) due
  order by due.place, due.person_at nulls first, due.at nulls first, due.due_at, due.id limit ${CANDIDATES}`

/** Ids of the e-mails that are due next, in groups: none of a group goes before those of the groups before it. */
export async function* dueNext(tx: Queryable, now: Date): AsyncGenerator<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  for (const statement of [first(at), fairNext(invites, at), fairNext(aboutAlerts, at)]) {
    const { rows } = await tx.execute<{ id: string }>(statement)
    if (rows.length > 0) yield rows.map(({ id }) => id)
  }
}
