import { idAt } from '../ids'
import { isoTime } from '../json'

/**
 * Bytes of downlinks after which an answer hands over no more. Those that are left wait for the next message of their
 * device.
 */
export const HANDED_OVER_BYTES = 1024 * 1024

/**
 * Stores the messages `$1` (JSON) at the time `$2`, and answers the devices that it has stored them for, with the
 * downlinks that it hands over, the first of each device before the second of any. Devices are locked first and in
 * order, so that two batches never wait for each other; what was sent as a device that is gone is left out.
 */
export const STORE_BATCH = {
  name: 'uplink.storeBatch',
  text: `
    with input as materialized (
      select "spaceId" as space_id, "deviceId" as device_id, id, type, body, raw, "sessionId" as session_id, up
      from json_to_recordset($1::json) as message
        ("spaceId" uuid, "deviceId" uuid, id uuid, type text, body text, raw text, "sessionId" bigint, up text)
    ), sender as (
      select space_id, device_id, max(session_id) as session_id from input group by space_id, device_id
    ), reached as materialized (
      select d.space_id, d.id as device_id, s.session_id
      from sender s join device d on d.space_id = s.space_id and d.id = s.device_id
      order by d.space_id, d.id
      for no key update of d
    ), stored as (
      insert into message (space_id, device_id, id, created_at, type, direction, body, raw)
      select i.space_id, i.device_id, i.id, $2, i.type, 'up', i.body, i.raw
      from input i join reached using (space_id, device_id)
      order by i.id
    ), seen as (
      update device d
      set last_seen = greatest(d.last_seen, $2), session_id = greatest(d.session_id, r.session_id)
      from reached r where d.space_id = r.space_id and d.id = r.device_id
    ), booted as (
      insert into device_session (space_id, device_id, session_id, up, created_at)
      select distinct on (space_id, device_id) space_id, device_id, i.session_id, i.up::jsonb, $2
      from input i join reached using (space_id, device_id)
      where i.session_id is not null
      order by space_id, device_id, i.id desc
      on conflict (space_id, device_id, session_id) do update set up = excluded.up
    ), waiting as (
      select m.space_id, m.device_id, m.created_at, m.id, octet_length(m.body) as bytes
      from message m join reached using (space_id, device_id)
      where m.down_state = 'pending' and (m.down_scheduled_at is null or m.down_scheduled_at <= $2)
      for update of m skip locked
    ), due as (
      select space_id, created_at, id from (
        select *, sum(bytes) over (
          order by place, created_at, id rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select *, row_number() over (partition by space_id, device_id order by created_at, id) as place from waiting
        ) w
      ) w where coalesce(bytes_before, 0) < ${HANDED_OVER_BYTES}
    ), handed as (
      update message m
      set down_state = 'sent', down_state_at = $2, down_attempt = coalesce(m.down_attempt, 0) + 1
      from due where m.space_id = due.space_id and m.created_at = due.created_at and m.id = due.id
      returning m.space_id, m.device_id, m.id, m.type, m.body, m.created_at
    ), told as (
      insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type)
      select space_id, created_at, id, ${idAt('$2::timestamptz')}, device_id, $2, 'downlink.sent' from handed
    )
    select r.device_id as "deviceId", coalesce(
      json_agg(json_build_object(
        'id', h.id, 'type', h.type, 'body', h.body::json, 'created_at', ${isoTime('h.created_at')}
      ) order by h.created_at, h.id) filter (where h.id is not null), '[]') as downlinks
    from reached r left join handed h using (space_id, device_id)
    group by r.space_id, r.device_id`,
}
