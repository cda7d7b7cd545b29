import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { pack as openPack, type Pack } from 'tar-stream'
import { LIST_LIMIT } from '#contract/common'
import { DAY } from '#contract/common/durations'
import { BUNDLE_DAYS, BUNDLE_MESSAGES_MAX, BUNDLE_VARIABLES_MAX } from '#contract/deviceLog'
import { deviceConfiguration, deviceSession, device as deviceTable, variable } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { note } from '../audit/note'
import { inSlices, type Rest } from '../background/slices'
import { type Caller, may, nameOf } from '../common/caller'
import { FileAnswer } from '../common/file'
import { JsonText } from '../common/json'
import { limitOf } from '../common/visibility'
import { devices } from '../devices/devices'
import { listFirmware } from '../devices/firmware'
import { isDevice, type OneDevice } from '../devices/lockDevice'
import { listReplacements } from '../devices/replacement'
import { readLog } from './log'
import { MASK, maskerOf, maskNamed, SECRET_MIN_LENGTH } from './mask'

/** A file in the bundle. */
interface Part {
  name: string
  text: string
}

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Most messages, and most bytes of their bodies, of a file. */
const PAGE = { rows: 500, bytes: 2 * 1024 * 1024 }

/** The next messages of a device, the newest first, and how many bytes come before each. */
const MESSAGES = {
  name: 'device_log.messages',
  text: `
    select m.created_at as at, m.id, m.direction = 'up' as "isSent", row_to_json(one) as message,
      case when m.type in ('data', 'firmware') then m.body end as body
    from (
      select m.*, sum(coalesce(octet_length(m.body), 0)) over (order by m.created_at desc, m.id desc) as bytes
      from (
        select * from message m
        where m.space_id = $1 and m.device_id = $2 and m.created_at >= $3 and m.created_at <= $4
          and (m.created_at, m.id) < ($4, $5::uuid)
        order by m.created_at desc, m.id desc limit ${PAGE.rows}
      ) m
    ) m cross join lateral (
      select m.id, m.created_at, m.measured_at, m.type, m.direction, m.down_state, m.down_outcome
    ) one
    where m.bytes <= ${PAGE.bytes} or m.bytes = coalesce(octet_length(m.body), 0)
    order by m.created_at desc, m.id desc`,
}

interface Row {
  at: Date
  id: string
  /** Whether the device sent it. */
  isSent: boolean
  message: object
  /** JSON text. */
  body: string | null
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Masks a text. */
type Masked = (text: string) => Promise<string>

/** How texts of the bundle are masked. */
interface Masks {
  /** Members whose names say that they are secret. */
  named: Masked
  /** Those, and values of variables, in what a device sent. Whoever may write another text would learn from the mask what a value is. */
  sent: Masked
}

function masksOf(values: readonly string[], rest: Rest): Masks {
  const mask = maskerOf(values)
  const named = (text: string) => maskNamed(text, rest)
  return { named, sent: async (text) => mask(await named(text), rest) }
}

async function maskedMessage({ named, sent }: Masks, { message, body, isSent }: Row): Promise<object> {
  return { ...message, body: body && (await (isSent ? sent : named)(body)) }
}

async function* messageFiles(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  one: OneDevice,
  masks: Masks,
): AsyncGenerator<Part> {
  let last = { at: now(), id: LAST_ID }
  const from = new Date(last.at.getTime() - BUNDLE_DAYS * DAY)
  for (let read = 0, file = 1; read < BUNDLE_MESSAGES_MAX; file++) {
    const values = [one.spaceId, one.deviceId, from, last.at, last.id]
    const { rows } = await db.$client.query<Row>({ ...MESSAGES, values })
    const end = rows.at(-1)
    if (!end) return
    read += rows.length
    last = end
    const messages: object[] = []
    for (const row of rows) messages.push(await maskedMessage(masks, row))
    yield { name: `messages/${String(file).padStart(3, '0')}.jsonl`, text: lines(messages) }
  }
}

/** What is known of a device, file by file: only what the caller may read. */
async function* partsOf(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: OneDevice,
  device: JsonText,
  masks: Masks,
): AsyncGenerator<Part> {
  const { db } = deps
  const { spaceId, deviceId } = one
  yield { name: 'device.json', text: pretty(JSON.parse(device.text)) }
  const [session] = await db
    .select()
    .from(deviceSession)
    .where(and(eq(deviceSession.spaceId, spaceId), eq(deviceSession.deviceId, deviceId)))
    .orderBy(desc(deviceSession.sessionId))
    .limit(1)
  if (session)
    yield {
      name: 'session.json',
      text: await masks.sent(pretty({ id: session.sessionId, up: session.up })),
    }
  const [configuration] = await db
    .select({
      state: deviceConfiguration.state,
      since: deviceConfiguration.since,
      wished: deviceConfiguration.wished,
      reported: deviceConfiguration.reported,
    })
    .from(deviceConfiguration)
    .where(and(eq(deviceConfiguration.spaceId, spaceId), eq(deviceConfiguration.deviceId, deviceId)))
  if (configuration) {
    const { reported, ...wanted } = configuration
    yield { name: 'configuration.json', text: pretty(wanted) }
    yield { name: 'configuration-reported.json', text: await masks.sent(pretty(reported)) }
  }
  const jobs = await listFirmware(db, caller, one, LIST_LIMIT)
  const reasons = await Promise.all(jobs.map(async ({ reason }) => reason && masks.sent(reason)))
  yield {
    name: 'firmware.jsonl',
    text: lines(jobs.map((job, i) => Object.assign(job, { reason: reasons[i] }))),
  }
  yield { name: 'replacements.jsonl', text: lines(await listReplacements(db, caller, one)) }
  const log = await readLog(deps, caller, one, { kind: undefined, limit: LIST_LIMIT })
  yield { name: 'log.json', text: pretty(log instanceof JsonText ? JSON.parse(log.text) : log) }
  if (may(caller, 'space:variable:read')) {
    // As in the list of variables, a caller with tags sees none of the space.
    const [ofDevice, ofSpace] = [eq(variable.deviceId, deviceId), isNull(variable.deviceId)]
    const names = await db
      .select({ name: variable.name, environment: variable.environment, deviceId: variable.deviceId })
      .from(variable)
      .where(and(eq(variable.spaceId, spaceId), limitOf(caller) ? ofDevice : or(ofDevice, ofSpace)))
      // Those of the device first.
      .orderBy(variable.deviceId, variable.id)
      .limit(LIST_LIMIT)
    const own = names.map(({ name, environment, deviceId: of }) => ({
      name,
      environment,
      of: of ? 'device' : 'space',
    }))
    yield { name: 'variables.jsonl', text: lines(own) }
  }
  if (may(caller, 'space:message:read')) yield* messageFiles(deps, one, masks)
}

/**
 * Values of variables that must not be in what the device sent.
 * @throws ApiError 409 if they are too many to mask all
 */
async function secretsOf({ db }: Pick<Deps, 'db'>, { spaceId, deviceId }: OneDevice): Promise<string[]> {
  const rows = await db
    .select({ value: variable.value })
    .from(variable)
    .where(
      and(
        eq(variable.spaceId, spaceId),
        or(eq(variable.deviceId, deviceId), isNull(variable.deviceId)),
        // No text has more characters than bytes.
        sql`octet_length(${variable.value}) >= ${SECRET_MIN_LENGTH}`,
      ),
    )
    .limit(BUNDLE_VARIABLES_MAX + 1)
  if (rows.length > BUNDLE_VARIABLES_MAX)
    throw new ApiError(
      409,
      `a support bundle can mask the values of at most ${BUNDLE_VARIABLES_MAX} variables; the device and its space have more`,
    )
  return rows.map(({ value }) => value)
}

const about = (name: string, caller: Caller, now: Date, files: readonly string[]) =>
  `Support bundle of the device ${name}
Made on ${now.toISOString()} by ${nameOf(caller)}

Files:
${files.map((file) => `- ${file}\n`).join('')}
Messages are those of the last ${BUNDLE_DAYS} days, at most ${BUNDLE_MESSAGES_MAX}, the newest first.
Left out: the claim token, which the server does not have; keys; connectors with their secrets; values of variables;
bodies of messages other than data and firmware, which may have commands with passwords; photos and files of notes.
${MASK} stands for a value whose name says that it is secret, and in what the device sent also for the value of a variable.
`

const stored = async (tar: Pack, { name, text }: Part, mtime: Date) =>
  new Promise<void>((resolve, reject) => {
    tar.entry({ name, mtime }, text, (error) => (error ? reject(error) : resolve()))
  })

/** The bytes of the bundle. Each file of it is made when the client has taken those before it. */
async function* bytesOf(parts: AsyncIterable<Part>, about: (files: string[]) => string, mtime: Date) {
  const tar = openPack()
  const fill = async () => {
    const names: string[] = []
    for await (const part of parts) {
      names.push(part.name)
      await stored(tar, part, mtime)
    }
    await stored(tar, { name: 'contents.txt', text: about([...names, 'contents.txt']) }, mtime)
    tar.finalize()
  }
  fill().catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
  for await (const piece of tar) yield new Uint8Array(piece)
}

async function* masked(parts: AsyncIterable<Part>, { named }: Masks): AsyncGenerator<Part> {
  for await (const { name, text } of parts) yield { name, text: await named(text) }
}

/**
 * A file for whoever helps with a device: what is known of it, without secrets. Rules, "Notes of devices".
 * @throws ApiError 404, 409 if the values of too many variables would have to be masked
 */
export async function makeBundle(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: OneDevice,
): Promise<FileAnswer> {
  const { spaceId, deviceId: id } = one
  const { db, now } = deps
  const device = await devices.read(deps, caller, { spaceId, id })
  const masks = masksOf(await secretsOf(deps, one), inSlices(caller, spaceId))
  const name = await db.transaction(async (tx) => {
    const [found] = await tx.select({ name: deviceTable.name }).from(deviceTable).where(isDevice(one))
    const target = { id, name: found?.name ?? null }
    await note(tx, deps, caller, { action: 'device.bundle', spaceId, target })
    return found?.name ?? id
  })
  const at = now()
  const parts = masked(partsOf(deps, caller, one, device, masks), masks)
  return new FileAnswer({
    name: `${name}-${at.toISOString().slice(0, 10)}.tar`,
    type: 'application/x-tar',
    isShown: false,
    pieces: bytesOf(parts, (files) => about(name, caller, at, files), at),
  })
}
