import { type AlertRule, type ConditionKind, SCOPE_MAX } from '#contract/alerts'
import { patternOf, type SpaceSeries } from '#contract/series'
import { NEW_SCOPE } from '../../components/alerts/scope/scope'
import { readAlertedValue } from '../../components/series/alertedValue'
import { NEW_CONDITION, type RuleValues } from './condition'
import { msg } from './texts'

/** Paths that report the charge of a battery; the first pattern with a usable value counts. */
const CHARGES = [
  /batter.*(?:percent|level|charge|soc)|(?:percent|level|charge).*batter/i,
  /batter/i,
  /voltage.*rest|vbat/i,
  /voltage/i,
]
/** Other values of batteries. */
const NO_CHARGE = /temp|curr|status|cycle|health|capacity|charging|charger|days|hours/i
/** Names of shares, and of voltages. */
const OF_WHOLE = /percent|level|charge|soc/i
const OF_VOLTS = /volt|vbat|_m?v$/i

/** Greatest voltage of one cell, and of a device's battery. */
const CELL = 4.5
const VOLTS = 60
/** A lithium cell stays above this for most of its life. */
const LITHIUM = 3.45

/** A value of batteries, and its scale. Ranges are of last values; null if the server reports none. */
type Measured = Pick<SpaceSeries, 'path' | 'unit' | 'least' | 'greatest'>

/**
 * Scale of a battery's values; null if they report no charge. The values count more than their unit, which may come
 * from their name.
 */
function scaleOf({ path, unit, least, greatest }: Measured): 'V' | 'mV' | '%' | 'part' | null {
  if (least === null || greatest === null) return unit === 'V' || unit === 'mV' ? unit : '%'
  if (least < 0 || greatest <= 0 || greatest > 1000 * VOLTS) return null
  const isNamedVolts = unit === 'V' || unit === 'mV' || OF_VOLTS.test(path)
  const isWhole = unit === '%' || (OF_WHOLE.test(path) && !isNamedVolts)
  if (greatest >= 1000) return isWhole ? null : 'mV'
  if (isWhole && greatest < 1) return 'part'
  if (isWhole || (!isNamedVolts && greatest > CELL)) return greatest <= 100 ? '%' : null
  return greatest <= VOLTS ? 'V' : null
}

const rounded = (value: number) => Number(value.toPrecision(2))

/** Voltage at which a battery is low, and at which it no longer is, by its greatest voltage. */
const lowVolts = (greatest: number) =>
  greatest > LITHIUM && greatest <= CELL
    ? { limit: 3.3, end: 3.4 }
    : { limit: rounded(0.8 * greatest), end: rounded(0.85 * greatest) }

/** The same limits in the scale of the values. */
function lowOf(measured: Measured): { limit: number; end: number } | null {
  const scale = scaleOf(measured)
  const greatest = measured.greatest ?? (scale === 'mV' ? 1000 * CELL : CELL)
  if (scale === '%') return { limit: 20, end: 25 }
  if (scale === 'part') return { limit: 0.2, end: 0.25 }
  if (scale === 'V') return lowVolts(greatest)
  if (scale === null) return null
  const { limit, end } = lowVolts(greatest / 1000)
  return { limit: Math.round(1000 * limit), end: Math.round(1000 * end) }
}

/** A suggested rule about batteries. */
export interface Battery {
  path: string
  limit: number
  end: number
  /** Number of devices that have sent it. */
  deviceCount: number
}

/** Combines all values with one pattern. */
function together(path: string, all: readonly SpaceSeries[]) {
  const ranges = all.flatMap(({ least, greatest }) =>
    least === null || greatest === null ? [] : [least, greatest],
  )
  return {
    path,
    unit: all[0]?.unit ?? null,
    least: ranges.length > 0 ? Math.min(...ranges) : null,
    greatest: ranges.length > 0 ? Math.max(...ranges) : null,
    deviceCount: Math.max(...all.map(({ device_count }) => device_count)),
  }
}

/** The battery value of a space; undefined if no value reports a charge. */
export function batteryOf(series: readonly SpaceSeries[]): Battery | undefined {
  const byPattern = new Map<string, SpaceSeries[]>()
  for (const one of series) {
    if (one.is_hidden || one.is_boolean || NO_CHARGE.test(one.path)) continue
    const pattern = patternOf(one.path)
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), one])
  }
  for (const charge of CHARGES)
    for (const [path, all] of byPattern) {
      if (!charge.test(path)) continue
      const measured = together(path, all)
      const low = lowOf(measured)
      if (low) return { path, ...low, deviceCount: measured.deviceCount }
    }
  return undefined
}

const BATTERY = 'battery?'

/** Names of the suggestions in the address. */
export const LATE = 'late'
export const FIRMWARE = 'firmware'

/** @param deviceIds devices in its scope; empty for all */
export const batterySuggestion = (
  { path, limit, end }: Pick<Battery, 'path' | 'limit' | 'end'>,
  deviceIds: readonly string[] = [],
) =>
  BATTERY +
  String(
    new URLSearchParams([
      ['path', path],
      ['limit', String(limit)],
      ['end', String(end)],
      ...deviceIds.map((id) => ['device', id]),
    ]),
  )

/** Form values of a suggested battery rule. */
function batteryValues(text: string): Pick<RuleValues, 'condition' | 'scope'> | undefined {
  const asked = new URLSearchParams(text)
  const path = asked.get('path')
  const [limit, end] = ['limit', 'end'].map((name) => Number(asked.get(name) ?? Number.NaN))
  if (!path || limit === undefined || end === undefined || !Number.isFinite(limit + end)) return undefined
  const device_ids = asked.getAll('device').slice(0, SCOPE_MAX)
  return {
    condition: { ...NEW_CONDITION, kind: 'below', path, limit, end },
    scope: device_ids.length > 0 ? { ...NEW_SCOPE, kind: 'devices', device_ids } : NEW_SCOPE,
  }
}

/** Form values of a rule about a value of a device; undefined for any other suggestion. */
export function alertedValues(suggestion: string | null) {
  const alerted = suggestion === null ? null : readAlertedValue(suggestion)
  if (!alerted) return undefined
  const { path, deviceId, name, limit } = alerted
  return {
    name,
    condition: { ...NEW_CONDITION, kind: 'above', path, limit },
    scope: { ...NEW_SCOPE, kind: 'devices', device_ids: [deviceId] },
  } satisfies RuleValues
}

/** Form values of a suggested rule, with the key of its name; undefined if the suggestion is unknown. */
export function suggestedValues(suggestion: string | null) {
  if (suggestion === LATE)
    return { name: msg('alert-rules.kinds.late'), condition: NEW_CONDITION, scope: NEW_SCOPE }
  if (suggestion === FIRMWARE) {
    const condition = { ...NEW_CONDITION, kind: 'firmwareFailed' } as const
    return { name: msg('alert-rules.suggested.firmwareFailed'), condition, scope: NEW_SCOPE }
  }
  if (!suggestion?.startsWith(BATTERY)) return undefined
  const values = batteryValues(suggestion.slice(BATTERY.length))
  return values && { name: msg('alert-rules.suggested.battery'), ...values }
}

/** Whether a space has a rule of one of these kinds, about the value at `path` if given. */
export const isMade = (
  rules: readonly AlertRule[],
  kinds: readonly ConditionKind[],
  path?: string,
): boolean =>
  rules.some(
    ({ condition }) =>
      kinds.includes(condition.kind) &&
      (path === undefined || ('path' in condition && patternOf(condition.path) === patternOf(path))),
  )
