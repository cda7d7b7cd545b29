import type { Ask } from '../harness/database'

/**
 * Triggers that record, in each evaluating transaction, the alerts that it opens and the number of messages of the
 * device until then. Uplinks of the device wait for the transaction, so the count is that of the messages that it has
 * read.
 */
const NOTES = [
  'create table soak_round (round xid8, device_id uuid, judged int)',
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

/** Makes the database record from now on what was known when alerts opened. */
export async function noteRounds(ask: Ask): Promise<void> {
  for (const statement of NOTES) await ask(statement)
}

const time = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

interface Opening {
  alertId: string
  /** The episode, as JSON of `Found`. */
  found: string
  /** Number of messages of the device evaluated by then; null when it opened by the clock. */
  judged: number | null
}

/** Episodes that rules have found so far. */
export async function openingsOf(ask: Ask): Promise<Opening[]> {
  const rows = await ask(`
    select e.alert_id, t.judged, e.rule_id as rule, e.device_id as device, ${time('e.since')} as since,
      ${time('e.opened_at')} as opened, ${time('e.ended_at')} as ended, e.worst
    from alert_episode e join soak_opening o on o.episode_id = e.id
    left join soak_round t on t.round = o.round and t.device_id = e.device_id`)
  return rows.map(({ alert_id, judged, ...found }) => ({
    alertId: String(alert_id),
    found: JSON.stringify(found),
    judged: judged === null ? null : Number(judged),
  }))
}
