import type { Ask } from '../harness/database'

/**
 * What a transaction that judges notes beside: how many messages of a device it has heard by then, and which alerts of devices it
 * opens. Uplinks of the device wait for such a transaction, so what it counts is what it has read.
 */
const NOTES = [
  'create table soak_round (round xid8, device_id uuid, heard int)',
  `create function soak_note_round() returns trigger language plpgsql as $$
   begin
     insert into soak_round select pg_current_xact_id(), new.device_id, count(*) from message m
     where m.space_id = new.space_id and m.device_id = new.device_id and m.direction = 'up' and m.type = 'data'
       and (new.history_from is null or m.created_at < new.history_from);
     return null;
   end $$`,
  `create trigger soak_round after update of history_from on device_contact for each row
   when (old.history_from is not null and old.history_from is distinct from new.history_from)
   execute function soak_note_round()`,
  'create table soak_opening (round xid8, episode_id uuid)',
  `create function soak_note_opening() returns trigger language plpgsql as $$
   begin
     insert into soak_opening values (pg_current_xact_id(), new.id);
     return null;
   end $$`,
  `create trigger soak_opening after insert on alert_episode for each row execute function soak_note_opening()`,
]

/** From now on the database notes what was known when alerts were opened. */
export async function noteRounds(ask: Ask): Promise<void> {
  for (const statement of NOTES) await ask(statement)
}

const time = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

interface Opening {
  alertId: string
  /** What opened, as JSON of `Found`. */
  found: string
  /** How many messages of the device were judged by then; null where no message was, but the time. */
  heard: number | null
}

/** What the rules have found so far. */
export async function openingsOf(ask: Ask): Promise<Opening[]> {
  const rows = await ask(`
    select e.alert_id, t.heard, e.rule_id as rule, e.device_id as device, ${time('e.since')} as since,
      ${time('e.opened_at')} as opened, ${time('e.ended_at')} as ended, e.worst
    from alert_episode e join soak_opening o on o.episode_id = e.id
    left join soak_round t on t.round = o.round and t.device_id = e.device_id`)
  return rows.map(({ alert_id, heard, ...found }) => ({
    alertId: String(alert_id),
    found: JSON.stringify(found),
    heard: heard === null ? null : Number(heard),
  }))
}
