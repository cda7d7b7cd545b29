import { z } from 'zod'
import { isObject } from '#contract/common/object'
import type { Message } from '#contract/messages'
import { identityKeyOf, isName } from '#contract/series/items'
import { seriesIn, timeKeyOf } from '#contract/series/readings'
import { parseJson } from '../../../components/json'
import { parseTime } from '../../../components/value/TimeText'
import type { Step } from './paths'
import type { Path } from './writeCode'

const keysSchema = z.array(z.union([z.string(), z.number()]))

/**
 * Converts the keys and indexes of a reading to a path; null for a list of readings inside another, which no chart
 * shows.
 */
function pathTo(body: unknown, keys: readonly (string | number)[], now: number): Path | null {
  const steps: Step[] = []
  let path: Omit<Path, 'steps'> = { time: undefined }
  let value = body
  for (const key of keys) {
    if (typeof key === 'string') {
      steps.push({ name: key })
      value = isObject(value) ? value[key] : undefined
      continue
    }
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    const objects = items.filter(isObject)
    const areObjects = objects.length === items.length
    const timeKey = areObjects ? timeKeyOf(objects, now) : undefined
    const identity = areObjects ? identityKeyOf(objects, { mayRepeat: timeKey !== undefined }) : undefined
    const own = identity === undefined ? undefined : objects[key]?.[identity]
    const named = identity !== undefined && isName(own) ? { key: identity, value: own } : undefined
    if (timeKey !== undefined && steps.includes('items')) return null
    if (timeKey !== undefined) path = { time: [{ name: timeKey }], only: named }
    steps.push(timeKey !== undefined ? 'items' : (named ?? { index: key }))
    value = items[key]
  }
  return { steps, ...path }
}

/**
 * The series in messages by name, each with the path to its readings.
 * @param messages newest first
 */
export function findSeries(messages: readonly Message[]): ReadonlyMap<string, Path> {
  const found = new Map<string, Path>()
  for (const { body: text, created_at, measured_at } of messages) {
    const body = parseJson(text ?? '')
    const now = parseTime(created_at) ?? 0
    for (const [pointer, series] of seriesIn(body, parseTime(measured_at) ?? now, now)) {
      if (found.has(series)) continue
      const path = pathTo(body, keysSchema.parse(JSON.parse(pointer)), now)
      if (path) found.set(series, path)
    }
  }
  return found
}
