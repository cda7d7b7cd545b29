import { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import { messagesApi } from '#contract/messages'
import { EXPORT_MAX, historyApi, seriesApi } from '#contract/series'
import type { RandomMessage } from './randomMessages'

/** Messages sent to a space, and their answers. */
interface Sent {
  /** Reads JSON of a path in the space. */
  get: (path: string) => Promise<unknown>
  /** Ids of the devices, by their number in messages. */
  devices: readonly string[]
  /** Messages by the number in their bodies. */
  messages: readonly RandomMessage[]
  /** Acknowledged ids by the number of the message. */
  acknowledged: ReadonlyMap<number, ReadonlySet<string>>
}

interface Stored {
  n: number
  id: string
  createdAt: number
  measuredAt: number | null
  body: string
}

/** Most paths of one call. */
const PATHS_MAX = 20
/** Any time. */
const ALWAYS = { after: '0001-01-01T00:00:00Z', before: '9999-12-31T23:59:59Z' }

const numberedSchema = z.union([z.number(), z.object({ n: z.number() }).transform(({ n }) => n)])

/** All messages of a device, the oldest first. */
async function storedOf({ get }: Sent, deviceId: string): Promise<Stored[]> {
  const found: Stored[] = []
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ device_id: deviceId, limit: String(LIST_LIMIT), ...ALWAYS })
    if (cursor) query.set('cursor', cursor)
    const page = messagesApi.list.answer.parse(await get(`/messages?${query}`))
    for (const { id, created_at, measured_at, body } of page)
      found.push({
        n: numberedSchema.parse(JSON.parse(body ?? '')),
        id,
        createdAt: Date.parse(created_at),
        measuredAt: measured_at === null ? null : Date.parse(measured_at),
        body: body ?? '',
      })
    cursor = page.at(-1)?.id
    if (page.length < LIST_LIMIT) return found.toReversed()
  }
}

/** Faults of a device's messages: each acknowledged one must be stored once, as it was sent. */
function judgeStored({ messages, acknowledged }: Sent, device: number, stored: readonly Stored[]): string[] {
  const wrong: string[] = []
  const ids = new Map<number, string>()
  for (const { n, id, measuredAt, body } of stored) {
    const message = messages[n]
    if (ids.has(n)) wrong.push(`message ${n} is stored twice`)
    ids.set(n, id)
    if (message?.device !== device) wrong.push(`message ${n} is another device's`)
    if (body !== JSON.stringify(message?.sent.body)) wrong.push(`the body of message ${n} is ${body}`)
    if (measuredAt !== message?.measured) wrong.push(`message ${n} was measured at ${measuredAt}`)
  }
  for (const [n, answered] of acknowledged) {
    if (messages[n]?.device !== device) continue
    const [id] = answered
    if (answered.size > 1) wrong.push(`message ${n} was acknowledged with ${answered.size} ids`)
    if (ids.get(n) !== id) wrong.push(`message ${n} was acknowledged, and is not stored`)
  }
  return wrong
}

type Histories = Map<string, Map<number, number>>

/** Computes the expected histories in the simplest way: the newer message's value of a time wins. */
function historiesOf({ messages }: Sent, stored: readonly Stored[]): Histories {
  const histories: Histories = new Map()
  for (const { n, createdAt } of stored) {
    const message = messages[n]
    for (const { path, at, value } of message?.expected ?? []) {
      const history = histories.get(path) ?? new Map<number, number>()
      histories.set(path, history.set(at ?? message?.measured ?? createdAt, value))
    }
  }
  return histories
}

/** Histories of some paths from the server. */
async function foundOf({ get }: Sent, deviceId: string, paths: readonly string[]): Promise<Histories> {
  const histories: Histories = new Map()
  for (let start = 0; start < paths.length; start += PATHS_MAX)
    for (let cursor: string | undefined; ; ) {
      const query = new URLSearchParams({ 'device_id[]': deviceId, limit: String(EXPORT_MAX), ...ALWAYS })
      for (const path of paths.slice(start, start + PATHS_MAX)) query.append('path[]', path)
      if (cursor) query.set('cursor', cursor)
      const page = historyApi.export.answer.parse(await get(`/series/points/export?${query}`))
      for (const { path, at, value } of page) {
        const history = histories.get(path) ?? new Map<number, number>()
        histories.set(path, history.set(Date.parse(at), value))
      }
      cursor = page.at(-1)?.id
      if (page.length < EXPORT_MAX) break
    }
  return histories
}

function differences(path: string, expected: Map<number, number>, found: Map<number, number>): string[] {
  const times = new Set([...expected.keys(), ...found.keys()])
  return [...times]
    .filter((time) => expected.get(time) !== found.get(time))
    .map((time) => `${path} at ${time} is ${found.get(time)} in place of ${expected.get(time)}`)
}

/** Faults of the server's answers about the series of a device. */
async function judgeSeries({ get }: Sent, deviceId: string, expected: Histories): Promise<string[]> {
  const listed = new Map(
    seriesApi.list.answer
      .parse(await get(`/devices/${deviceId}/series`))
      .map(({ path, count, first_at, last_at, last_value }) => [
        path,
        JSON.stringify([count, Date.parse(first_at), Date.parse(last_at), last_value]),
      ]),
  )
  const must = new Map(
    Array.from(expected, ([path, history]) => {
      const times = [...history.keys()].toSorted((a, b) => a - b)
      const last = times.at(-1) ?? 0
      return [path, JSON.stringify([times.length, times[0], last, history.get(last)])]
    }),
  )
  return [...new Set([...listed.keys(), ...must.keys()])]
    .filter((path) => listed.get(path) !== must.get(path))
    .map((path) => `${path} is listed as ${listed.get(path)} in place of ${must.get(path)}`)
}

/**
 * Compares the histories of all devices, value by value, with those computed from the messages that the server answers.
 * All messages must be derived by now.
 * @returns faults as sentences, and how much was compared
 */
export async function judgeHistory(sent: Sent) {
  const compared = { messages: 0, values: 0 }
  const wrong: string[] = []
  for (const [device, id] of sent.devices.entries()) {
    const stored = await storedOf(sent, id)
    const expected = historiesOf(sent, stored)
    const found = await foundOf(sent, id, [...expected.keys()])
    const lacks = [
      ...judgeStored(sent, device, stored),
      ...(await judgeSeries(sent, id, expected)),
      ...Array.from(expected).flatMap(([path, history]) =>
        differences(path, history, found.get(path) ?? new Map()),
      ),
    ]
    wrong.push(...lacks.map((sentence) => `device ${device}: ${sentence}`))
    compared.messages += stored.length
    for (const history of expected.values()) compared.values += history.size
  }
  return { wrong, ...compared }
}
