import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../db/database'
import {
  device,
  deviceContact,
  deviceCredential,
  deviceSession,
  deviceTag,
  simulatedDevice,
} from '../db/schema'
import { newId } from '../services/common/ids'
import { CONTACT_SECONDS, isContactOf, learntFrom } from '../services/devices/contact'
import { hashClaimToken } from '../services/devices/devices'
import type { OneDevice } from '../services/devices/lockDevice'
import { insertConfiguration } from './configuration'
import { type DemoDeps, simulated } from './deps'
import { type History, historyOf, type PastMessage, type Span } from './history'
import { insertMessages } from './insertMessages'
import { pastDownlinks, withCodec } from './past'
import type { DemoPlace } from './place'
import { newborn, wakesAt } from './simulator/device'
import type { DemoDevice } from './spaces'

const dateOf = (time: number | null) => (time === null ? null : new Date(time))

/** The history of a device, which was created at `from` (Unix ms). */
type Past = History & { from: number }

/** The history of a device in the span. A silent one comes back in a few days. */
export function pastOf(demo: DemoDevice, deps: DemoDeps, { from, to }: Span): Past {
  const device = simulated(deps, demo.serialNumber, demo.surroundings)
  if (demo.unused) return { from, messages: [], sessions: [], state: newborn(device, to), lastSeen: null }
  const span = { from, to: to - demo.silentDays * DAY }
  const lived = historyOf(device, span, pastDownlinks(demo, span), newId)
  const history = { ...lived, messages: withCodec(demo, lived.messages, span) }
  if (demo.silentDays === 0) return { ...history, from }
  const backAt = to + (2 + demo.silentDays) * DAY
  return {
    ...history,
    from,
    state: { ...history.state, silent: true, reportAt: null, answerAt: null, bootAt: backAt },
  }
}

/** Milliseconds from a message to the next that still belong to its contact, unless its rhythm is slow. */
const CONTACT = CONTACT_SECONDS * 1000

async function learnRhythm(db: Queryable, one: OneDevice, messages: PastMessage[]): Promise<void> {
  const times = messages.flatMap(({ direction, created_at }) =>
    direction === 'up' ? [created_at.getTime()] : [],
  )
  const pauseOf = (at: number, i: number) => at - (times[i - 1] ?? 0)
  const pauses = times.map(pauseOf).filter((pause) => pause > CONTACT)
  const long = pauses.toSorted((x, y) => x - y)[Math.floor(pauses.length * 0.9)] ?? 0
  const [last, ...contacts] = times
    .filter((at, i) => pauseOf(at, i) > Math.max(CONTACT, long / 10))
    .toReversed()
  if (last === undefined) return
  const spans = contacts.map((at, i) => Math.floor(((contacts[i - 1] ?? last) - at) / 1000))
  await db.execute(
    sql`update ${deviceContact} set ${learntFrom(new Date(last), spans)} where ${isContactOf(one)}`,
  )
}

/** Whether only a confirmation can have concluded it: shell and firmware have answers and reports. */
const isConfirmed = ({ type, down_confirmed_at, down_awaits }: PastMessage) =>
  down_awaits === true || (down_confirmed_at !== undefined && type !== 'shell' && type !== 'firmware')

/** Stores a device with its past, and returns its id. */
export async function insertDevice(
  db: Queryable,
  { spaceId, tags }: DemoPlace,
  demo: DemoDevice,
  { from, messages, sessions, state, lastSeen }: Past,
): Promise<string> {
  const { serialNumber, surroundings } = demo
  const deviceId = newId(from)
  const boots = sessions.map(({ at, up }) => ({
    spaceId,
    deviceId,
    sessionId: Math.floor(at / 1000),
    up,
    createdAt: new Date(at),
  }))

  await db.insert(device).values({
    spaceId,
    id: deviceId,
    name: demo.name,
    comment: demo.comment,
    serialNumber,
    label: demo.label,
    createdAt: new Date(from),
  })
  await db.insert(deviceContact).values({
    spaceId,
    deviceId,
    sessionId: boots.at(-1)?.sessionId ?? 0,
    lastSeen: dateOf(lastSeen),
    confirms: messages.some(isConfirmed),
    // From the beginning, so that alert rules evaluate all of it.
    historyFrom: lastSeen === null ? null : new Date(from),
  })
  // Nobody has the device on which the claim token would be printed, so none is kept.
  const tokenHash = hashClaimToken(randomBytes(32).toString('hex'))
  await db.insert(deviceCredential).values({ spaceId, deviceId, serialNumber, tokenHash })
  const tagIds = demo.tags.flatMap((name) => tags.get(name) ?? [])
  if (tagIds.length > 0)
    await db.insert(deviceTag).values(tagIds.map((tagId) => ({ spaceId, deviceId, tagId })))
  if (boots.length > 0) await db.insert(deviceSession).values(boots)
  await insertMessages(db, { spaceId, deviceId }, messages)
  await learnRhythm(db, { spaceId, deviceId }, messages)
  await insertConfiguration(db, { spaceId, deviceId }, messages, demo.wished)
  await db.insert(simulatedDevice).values({
    spaceId,
    deviceId,
    surroundings,
    state,
    silent: state.silent,
    nextWakeAt: demo.unused ? null : dateOf(wakesAt(state)),
  })
  return deviceId
}
