import { z } from 'zod'
import { isObject, ownOf } from '../common'
import { isLineName, lineOf, settingOfLine } from './lines'
import { isJsonName, membersOf, objectOf, plainValue } from './members'
import {
  CONFIGURATION_MAX,
  SETTING_NAME_MAX_LENGTH,
  SETTING_VALUE_MAX_LENGTH,
  type Settings,
} from './setting'

/** How a device writes its settings: as the lines that set them, or as members of JSON. */
export const configurationFormSchema = z.enum(['lines', 'json'])
export type ConfigurationForm = z.infer<typeof configurationFormSchema>

/** Lines or members of a report that are read; a larger one is cut. */
export const REPORT_READ_MAX = 5000

/** The settings in a message of a device. */
export interface Reported {
  form: ConfigurationForm
  settings: Settings
  /** Whether some were left out: too many, or too long. */
  isPartial: boolean
}

/** A text without control characters and halves of surrogate pairs, which no line and no column can hold. */
const storable = (text: string) => text.replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ').trim()

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1)

function collect(
  form: ConfigurationForm,
  found: Iterable<readonly [string, string] | null>,
): Reported | null {
  const settings = new Map<string, string>()
  let isPartial = false
  let read = 0
  for (const setting of found) {
    if (++read > REPORT_READ_MAX) isPartial = true
    if (read > REPORT_READ_MAX) break
    if (!setting) continue
    const [name, value] = setting
    if (name.length > SETTING_NAME_MAX_LENGTH || value.length > SETTING_VALUE_MAX_LENGTH) isPartial = true
    else if (form === 'lines' || isJsonName(name)) settings.set(storable(name), storable(value))
  }
  if (settings.size === 0) return null
  const sorted = [...settings].toSorted(byName)
  return {
    form,
    settings: Object.fromEntries(sorted.slice(0, CONFIGURATION_MAX)),
    isPartial: isPartial || sorted.length > CONFIGURATION_MAX,
  }
}

function* settingsOfLines(texts: readonly string[]): Generator<[string, string] | null> {
  for (const text of texts) for (const line of text.split(/\r\n|\r|\n/)) yield settingOfLine(line)
}

/** A member by which an answer to a downlink names it: such a message is no configuration. */
const ANSWERED = 'down_message_id'

/**
 * The settings in the body of a `config` message: lines such as `app config interval-report 900`, as a list or as text, or members of JSON.
 * Null if it has none. Rules, "Configuration".
 */
export function readConfiguration(body: unknown): Reported | null {
  if (isObject(body)) return Object.hasOwn(body, ANSWERED) ? null : collect('json', membersOf(body))
  const texts = [body].flat().filter((line) => typeof line === 'string')
  return collect('lines', settingsOfLines(texts))
}

/** A setting of a device that is not as wished. */
export const differenceSchema = z
  .object({
    name: z.string(),
    wished: z.string(),
    /** Null if the device has not reported it. */
    reported: z.string().nullable(),
  })
  .meta({ id: 'SettingDifference' })
export type Difference = z.infer<typeof differenceSchema>

/** Whether a value is the same as a wished one. Numbers of JSON are, however they are written. */
const isSame = (form: ConfigurationForm, a: string, b: string) =>
  a === b || (form === 'json' && plainValue(a) === plainValue(b))

/** The form in which settings are ordered from a device that has not reported: lines if all of them can be lines. */
const formOf = (wished: Settings): ConfigurationForm =>
  Object.keys(wished).every(isLineName) ? 'lines' : 'json'

/** The wished settings that a device does not have, by name. */
export function differencesOf(
  reported: Settings,
  wished: Settings,
  form: ConfigurationForm = formOf(wished),
): Difference[] {
  return Object.entries(wished)
    .toSorted(byName)
    .flatMap(([name, value]) => {
      const own = ownOf(reported, name) ?? null
      return own !== null && isSame(form, own, value) ? [] : [{ name, wished: value, reported: own }]
    })
}

/** The body of the `config` downlink that sets what differs, and nothing else. */
export function orderOf(
  differences: readonly Pick<Difference, 'name' | 'wished'>[],
  form?: ConfigurationForm | null,
): string[] | Record<string, unknown> {
  const settings = differences.map(({ name, wished }) => [name, wished] as const)
  return (form ?? formOf(Object.fromEntries(settings))) === 'lines'
    ? settings.map(([name, value]) => lineOf(name, value))
    : objectOf(settings)
}

/** A name that devices of the form do not report: a wish for it would differ for ever. */
export const strangeName = (form: ConfigurationForm, names: readonly string[]): string | undefined =>
  form === 'lines' ? names.find((name) => !isLineName(name)) : undefined
