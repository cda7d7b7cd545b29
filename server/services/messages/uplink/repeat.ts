import type { PoolClient } from 'pg'
import { DAY } from '#contract/common/durations'
import { UPLINK_ID_DAYS } from '#contract/messages'
import type { Db } from '../../../db/database'
import type { Deps } from '../../../deps'
import { JsonText } from '../../common/json'
import { notMoved } from '../../common/visibility'
import type { Sender } from './sender'

/** A message that may have a name. */
interface Named {
  sender: Sender
  /** The name that the device gave it. */
  name: string | null
}

/**
 * A key that distinguishes a message with a name from all others of its space, also from those of replaced hardware; null without a name.
 */
export const nameOf = ({ sender, name }: Named): string | null =>
  name === null ? null : `${sender.deviceId} ${sender.serialNumber} ${name}`

/** Locks the devices as storing does, so that of two messages with one name the second finds the answer to the first. */
const HOLD = {
  name: 'uplink.hold',
  text: `
    select from device d where d.space_id = $1 and d.id in (select unnest($2::uuid[])) order by d.id for no key update`,
}

const RECALL = {
  name: 'uplink.recall',
  text: `
    select a.device_id as "deviceId", i.serial_number as "serialNumber", i.name, a.answer
    from unnest($2::uuid[], $3::text[], $4::bytea[], $5::text[]) as i (device_id, serial_number, token_hash, name)
      join uplink_answer a on a.space_id = $1 and a.device_id = i.device_id and a.name = i.name
      join device d
        on d.space_id = $1 and d.id = i.device_id and d.serial_number = i.serial_number and ${notMoved('d')}
      join device_credential c
        on c.space_id = $1 and c.device_id = i.device_id and c.serial_number = i.serial_number and c.token_hash = i.token_hash`,
}

const REMEMBER = {
  name: 'uplink.remember',
  text: `
    insert into uplink_answer (space_id, device_id, name, created_at, answer)
    select $1, i.device_id, i.name, $2, i.answer
    from unnest($3::uuid[], $4::text[], $5::text[]) as i (device_id, name, answer)`,
}

const isNamed = <One extends Named>(message: One): message is One & { name: string } => message.name !== null

/** Locks the devices of the messages until the transaction ends. */
export const hold = async (
  client: PoolClient,
  spaceId: string,
  messages: readonly Pick<Named, 'sender'>[],
): Promise<void> => {
  await client.query({ ...HOLD, values: [spaceId, messages.map(({ sender }) => sender.deviceId)] })
}

/**
 * The stored answers to those messages of a space that came before, by `nameOf`. Their devices are locked until the transaction ends. The
 * credentials of the senders are checked here.
 */
export async function recall(
  client: PoolClient,
  spaceId: string,
  messages: readonly Named[],
): Promise<Map<string, JsonText>> {
  await hold(client, spaceId, messages)
  const named = messages.filter(isNamed)
  const { rows } = await client.query<Record<'deviceId' | 'serialNumber' | 'name' | 'answer', string>>({
    ...RECALL,
    values: [
      spaceId,
      named.map(({ sender }) => sender.deviceId),
      named.map(({ sender }) => sender.serialNumber),
      named.map(({ sender }) => sender.tokenHash),
      named.map(({ name }) => name),
    ],
  })
  return new Map(
    rows.map(({ deviceId, serialNumber, name, answer }) => [
      `${deviceId} ${serialNumber} ${name}`,
      new JsonText(answer),
    ]),
  )
}

/** Stores the answers to messages that have names. Messages that were not stored have none. */
export async function remember(
  client: PoolClient,
  spaceId: string,
  messages: readonly Named[],
  answers: readonly (JsonText | undefined)[],
  at: Date,
): Promise<void> {
  const kept = messages.flatMap(({ sender, name }, i) => {
    const answer = answers[i]
    return name === null || !answer ? [] : [{ deviceId: sender.deviceId, name, answer: answer.text }]
  })
  if (kept.length === 0) return
  await client.query({
    ...REMEMBER,
    values: [
      spaceId,
      at,
      kept.map(({ deviceId }) => deviceId),
      kept.map(({ name }) => name),
      kept.map(({ answer }) => answer),
    ],
  })
}

/** Answers that one statement deletes, so that none keeps its locks for long. */
const BATCH = 1000

const FORGET = {
  name: 'uplink_answer.forget',
  text: `
    delete from uplink_answer where (space_id, device_id, name) in (
      select space_id, device_id, name from uplink_answer where created_at < $1
      order by created_at limit ${BATCH} for update skip locked
    )`,
}

/** Deletes answers to messages that no device repeats any more, or that are older than the retention. */
export async function forgetOldAnswers(
  { db, now }: { db: Db } & Pick<Deps, 'now'>,
  messageRetentionDays = UPLINK_ID_DAYS,
): Promise<void> {
  const days = Math.min(UPLINK_ID_DAYS, messageRetentionDays)
  const before = new Date(now().getTime() - days * DAY)
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { rowCount } = await db.$client.query({ ...FORGET, values: [before] })
    deleted = rowCount ?? 0
  }
}
