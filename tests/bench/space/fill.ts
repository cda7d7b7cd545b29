import type { Client } from 'pg'
import { DAY } from '#contract/common/durations'
import { TAG_COLORS } from '#contract/tags'
import { ensurePartitions } from '../../../server/db/partitions'
import { idAt } from '../../../server/services/common/ids'
import { type Proof, uplinkOf } from '../../support/uplink'

/** Messages of a space span this many days, which takes several partitions. */
export const DAYS = 90
/** One in this many messages comes from the space's first device. */
const FIRST_DEVICE_SHARE = 8
/** The last tenth of the devices has sent nothing for this share of the time. */
const SILENT_SHARE = 0.5

/**
 * Tags and the devices with them, by position `n` of `total`: the first device sends most, the last ones are silent.
 */
const TAGS = {
  half: 'n % 2 = 0',
  fifth: 'n % 5 = 0',
  busy: 'n <= 3',
  few: 'n between 4 and 6',
  silentFew: 'n > total - 3',
  silentMany: 'n > total * 0.9',
} as const

export type TagName = keyof typeof TAGS

/** Names are spread over the alphabet; some devices lack an external id. */
const DEVICES = `
  insert into device (space_id, id, name, comment, serial_number, external_id, label, created_at)
  select $1, uuidv7(), 'site-' || i * 7919 % 97 || '-chester-' || i,
    case when i % 3 = 0 then 'Cold store, second shelf' end,
    (1000000000 + i::bigint * 7919 % 100003)::text,
    case when i % 2 = 0 then 'ext-' || i * 31 % 10007 end,
    case when i % 2 = 0 then jsonb_build_object('room', 'R' || i % 40, 'floor', (i % 5)::text) else '{}' end,
    $3::timestamptz - interval '200 days' + i * interval '1 second'
  from generate_series(1, $2::int) i`

/**
 * Some were never seen, or share a session. The others have a rhythm of an hour to four days, so there are hundreds of
 * devices in each state.
 */
const CONTACTS = `
  insert into device_contact (space_id, device_id, session_id, last_seen, contact_at, spans, usual_interval, expected_at, late_at,
    silent_at)
  select $1, id, case when i % 4 = 0 then 0 else 1790000000 + i * 613 % 9973 end, seen, seen, case when seen is null then '{}' else spans end,
    case when seen is not null then r.usual end, seen + r.expected * interval '1 second', seen + r.late * interval '1 second',
    seen + r.silent * interval '1 second'
  from (select id, row_number() over (order by id) as i from device where space_id = $1) d,
    lateral (select case when i % 5 > 0 then $2::timestamptz - i * 389 % 9967 * interval '1 minute' end as seen) s,
    lateral (select array_fill((3600 * (1 + i % 96))::int, array[19]) as spans) p,
    device_rhythm(spans) r`

/** Half of them belong to devices; many share a name. */
const VARIABLES = `
  insert into variable (space_id, id, device_id, name, value, environment, created_at, updated_at)
  select $1, uuidv7(), case when i % 2 = 0 then ids[1 + i % cardinality(ids)] end,
    (50000000 + i * 7919::bigint % 80021)::text, md5(i::text), 'wmbus', $3, $3
  from (select array_agg(id order by id) as ids from device where space_id = $1) d, generate_series(1, $2::int) i`

const MESSAGES = `
  insert into message (space_id, created_at, id, device_id, type, direction, body)
  select $1, at, ${idAt('at')},
    ids[case
      when i % ${FIRST_DEVICE_SHARE} = 0 then 1
      when i <= $2 * ${SILENT_SHARE} then 1 + i * 7919::bigint % (cardinality(ids) * 9 / 10)
      else 1 + i * 7919::bigint % cardinality(ids)
    end],
    case when i % 199 = 0 then 'session' else 'data' end, 'up',
    json_build_object('message', json_build_object('sequence', i), 'filler', repeat('x', 500))::text
  from (select array_agg(id order by id) as ids from device where space_id = $1) d, generate_series(1, $2::int) i,
    lateral (select ($3::timestamptz - i * ($4::float8 / $2) * interval '1 day')::timestamptz(3) as at) t`

/** Fills an empty space. Vacuum and analyse after the last one, as autovacuum would. */
export async function fillSpace(
  client: Client,
  spaceId: string,
  { devices, variables, messages }: Record<'devices' | 'variables' | 'messages', number>,
): Promise<void> {
  const now = new Date()
  await ensurePartitions(client, new Date(now.getTime() - (DAYS + 1) * DAY), now)
  await client.query(DEVICES, [spaceId, devices, now])
  await client.query(CONTACTS, [spaceId, now])
  await fillTags(client, spaceId)
  await client.query(VARIABLES, [spaceId, variables, now])
  if (messages > 0) await client.query(MESSAGES, [spaceId, messages, now, DAYS])
}

/** Creates the tags by which the benchmarks filter, each with another colour. */
async function fillTags(client: Client, spaceId: string): Promise<void> {
  for (const [i, [name, devices]] of Object.entries(TAGS).entries())
    await client.query(
      `with tag as (
        insert into tag (space_id, id, name, color) values ($1, uuidv7(), $2, $3) returning id
      ), device as (
        select id, row_number() over (order by id) as n, count(*) over () as total from device where space_id = $1
      )
      insert into device_tag (space_id, device_id, tag_id)
        select $1, device.id, tag.id from device cross join tag where ${devices}`,
      [spaceId, name, TAG_COLORS[i]],
    )
}

/** The id of a tag. */
export async function tagIdOf(client: Client, spaceId: string, name: TagName): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select id from tag where space_id = $1 and name = $2',
    [spaceId, name],
  )
  return rows[0]?.id ?? ''
}

/** The claim token of the devices that send. */
const TOKEN = 'a'.repeat(32)

/** Gives devices of the space a claim token; returns their credentials. */
export async function claimDevices(client: Client, spaceId: string, count: number): Promise<Proof[]> {
  const { rows } = await client.query<{ serial_number: string }>(
    `insert into device_credential (space_id, device_id, serial_number, token_hash)
      select space_id, id, serial_number, sha256($3) from device where space_id = $1 order by id limit $2
      on conflict (space_id, device_id) do update set token_hash = excluded.token_hash
      returning serial_number`,
    [spaceId, count, Buffer.from(TOKEN)],
  )
  return rows.map(({ serial_number }) => ({ serial_number, token: TOKEN }))
}

/** An uplink like one of a sensor in the field. */
export const messageOf = (proof: Proof, sequence: number) =>
  uplinkOf(proof, {
    body: {
      message: { sequence, timestamp: Math.floor(Date.now() / 1000), version: 1 },
      system: { uptime: sequence * 60, voltage_rest: 3.52, voltage_load: 3.41, current_load: 34 },
      thermometer: { temperature: 21.5 + (sequence % 40) / 10 },
      network: {
        parameter: { eest: 7, ecl: 0, rsrp: -85, rsrq: -7, snr: 9, plmn: 23003, cid: 1234567, band: 20 },
      },
    },
  })
