import { and, eq, type SQL, sql } from 'drizzle-orm'
import { idSchema, variantsOf, type Wanted, wantedOf } from '#contract/common'
import type { DeviceSearchQuery, FoundDevice } from '#contract/devices'
import type { Db } from '../../db/database'
import { device } from '../../db/schema'
import type { Caller } from '../common/caller'
import { hasAllowedTag, notMoved } from '../common/visibility'

/** Fewest characters by which an id is found. */
const ID_START = 4
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = FIRST_ID.replaceAll('0', 'f')

/** The index finds three characters in a row; for fewer it would be read completely. An expression keeps PostgreSQL from using it. */
function isLike(texts: readonly string[], byIndex = texts.every((text) => /[^_]{3}/.test(text))): SQL {
  const searched = byIndex ? device.searched : sql`${device.searched} || ''`
  return sql`${searched} like any(${sql.param(texts.map((text) => `%${text}%`))}::text[])`
}

/**
 * The condition that a device has a word, with at most one error. Every variant of a longer word has one of its halves, or is the word with
 * the two letters at the middle swapped: these are found faster than all variants, which are then searched among them.
 */
function hasWord(word: string): SQL | undefined {
  const variants = variantsOf(word)
  if (variants.length === 1 || word.length < 5) return isLike(variants)
  const half = word.length >> 1
  const [left, right] = [word.slice(0, half), word.slice(half)]
  const swapped = `${left.slice(0, -1)}${right.slice(0, 1)}${left.slice(-1)}${right.slice(1)}`
  return and(isLike([left, right, swapped]), isLike(variants, false))
}

const has = (text: string) => sql`strpos(${device.searched}, ${text}) > 0`

/** The same score as `findMatches` of the contract. */
const scoreOf = ({ same, begin, words }: Wanted) => {
  const faults = words.map(
    (word) => sql`case when ${has(` ${word}`)} then 0 when ${has(word)} then 1 else 2 end`,
  )
  return sql<number>`case when ${has(same)} then 0 when ${has(begin)} then 1 else 2 + ${sql.join(faults, sql` + `)} end`
}

/** Devices that have the words in their comment or their labels come after those that have them in their names. */
const isOfDetails = ({ words }: Wanted) =>
  sql<number>`case when ${sql.join(
    words.map((word) => sql`strpos(${device.searched}, ${word}) < strpos(${device.searched}, e'\\x1e')`),
    sql` and `,
  )} then 0 else 1 end`

/** Highest score of a match with one error. */
const WITH_ERROR = 4

/** Finds devices by name, serial number, external id, comment, label or the beginning of the id, the best match first. */
export async function searchDevices(
  db: Db,
  caller: Caller,
  spaceId: string,
  { text, limit }: DeviceSearchQuery,
): Promise<FoundDevice[]> {
  const seen = and(
    eq(device.spaceId, spaceId),
    sql.raw(notMoved('device')),
    hasAllowedTag(caller, 'device', device),
  )
  const find = (which: SQL | undefined, score = sql<number>`0`, detail = sql<number>`0`) =>
    db
      .select({
        id: device.id,
        name: device.name,
        serial_number: device.serialNumber,
        score: score.as('score'),
        detail: detail.as('detail'),
      })
      .from(device)
      .where(and(seen, which))
      .orderBy(sql`score`, sql`detail`, sql`length(${device.name})`, device.name, device.id)
      .limit(limit)

  async function byWords(wanted: Wanted) {
    const [score, detail] = [scoreOf(wanted), isOfDetails(wanted)]
    const literal = await find(and(...wanted.words.map((word) => isLike([word]))), score, detail)
    const isEnough = literal.length === limit && literal.every(({ score }) => score < WITH_ERROR)
    const mayErr = wanted.words.some((word) => variantsOf(word).length > 1)
    return isEnough || !mayErr ? literal : find(and(...wanted.words.map(hasWord)), score, detail)
  }

  async function byId() {
    const [first, last] = [FIRST_ID, LAST_ID].map((id) => text + id.slice(text.length))
    const isStart = text.length >= ID_START && idSchema.safeParse(last).success
    return isStart ? find(sql`${device.id} between ${first} and ${last}`) : []
  }

  const wanted = wantedOf(text)
  const named = wanted ? await byWords(wanted) : []
  const found = named.length < limit ? [...named, ...(await byId())] : named
  return [
    ...new Map(found.map(({ id, name, serial_number }) => [id, { id, name, serial_number }])).values(),
  ].slice(0, limit)
}
