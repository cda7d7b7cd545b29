import type { Client } from 'pg'
import { TAG_COLORS } from '#contract/tags'
import { ensureMessagePartitions } from '../../../server/db/partitions'
import { idAt } from '../../../server/services/ids'

const DAY = 24 * 3_600_000
/** The messages of a space lie in this many days, so in several partitions. */
const DAYS = 90
const TAGS = 5
/** One message of so many comes from the space's first device. */
const FIRST_DEVICE_SHARE = 10

/** Names are spread over the alphabet; some devices were never seen, share a session, or lack an external id. */
const DEVICES = `
  insert into device (space_id, id, name, comment, serial_number, external_id, label, session_id, last_seen, created_at)
  select $1, uuidv7(), 'site-' || i * 7919 % 97 || '-chester-' || i,
    case when i % 3 = 0 then 'Cold store, second shelf' end,
    (1000000000 + i::bigint * 7919 % 100003)::text,
    case when i % 2 = 0 then 'ext-' || i * 31 % 10007 end,
    case when i % 2 = 0 then jsonb_build_object('room', 'R' || i % 40, 'floor', (i % 5)::text) else '{}' end,
    case when i % 4 = 0 then 0 else 1790000000 + i * 613 % 9973 end,
    case when i % 5 > 0 then $3::timestamptz - i * 389 % 9967 * interval '1 minute' end,
    $3::timestamptz - interval '200 days' + i * interval '1 second'
  from generate_series(1, $2::int) i`

const MESSAGES = `
  insert into message (space_id, created_at, id, device_id, type, direction, body)
  select $1, at, ${idAt('at')},
    ids[case when i % ${FIRST_DEVICE_SHARE} = 0 then 1 else 1 + i * 7919::bigint % cardinality(ids) end],
    case when i % 199 = 0 then 'session' else 'data' end, 'up',
    json_build_object('message', json_build_object('sequence', i), 'filler', repeat('x', 500))::text
  from (select array_agg(id order by id) as ids from device where space_id = $1) d, generate_series(1, $2::int) i,
    lateral (select ($3::timestamptz - i * ($4::float8 / $2) * interval '1 day')::timestamptz(3) as at) t`

/** Fills a space that has nothing yet. Call `settle` when all are full. */
export async function fillSpace(
  client: Client,
  spaceId: string,
  { devices, messages }: { devices: number; messages: number },
): Promise<void> {
  const now = new Date()
  await ensureMessagePartitions(client, new Date(now.getTime() - (DAYS + 1) * DAY), now)
  await client.query(DEVICES, [spaceId, devices, now])
  await client.query(
    `insert into tag (space_id, id, name, color)
      select $1, uuidv7(), 'tag-' || i, ($3::text[])[i] from generate_series(1, $2::int) i`,
    [spaceId, TAGS, TAG_COLORS],
  )
  await client.query(
    `insert into device_tag (space_id, device_id, tag_id)
      select d.space_id, d.id, t.id from device d join tag t using (space_id)
      where d.space_id = $1 and hashtext(d.id::text || t.id) % 5 = 0`,
    [spaceId],
  )
  await client.query(MESSAGES, [spaceId, messages, now, DAYS])
}

/** Brings the database to rest after filling, as autovacuum would. */
export async function settle(client: Client): Promise<void> {
  await client.query('vacuum (analyze)')
}
