import { type AlertRule, type ConditionKind, SCOPE_MAX } from '#contract/alerts'
import { patternOf, type SpaceSeries } from '#contract/series'
import { NEW_SCOPE } from '../../components/alerts/scope/scope'
import { NEW_CONDITION, type RuleValues } from './condition'
import { msg } from './texts'

/** What tells the charge of a battery, by its path; the first kind of which there is a charge counts. */
const CHARGES = [
  /batter.*(?:percent|level|charge|soc)|(?:percent|level|charge).*batter/i,
  /batter/i,
  /voltage.*rest|vbat/i,
  /voltage/i,
]
/** What else batteries tell. */
const NO_CHARGE = /temp|curr|status|cycle|health|capacity|charging|charger|days|hours/i
/** Names of parts of a whole, and of voltages. */
const OF_WHOLE = /percent|level|charge|soc/i
const OF_VOLTS = /volt|vbat|_m?v$/i

/** Greatest voltages of one cell, and of batteries of devices. */
const CELL = 4.5
const VOLTS = 60
/** A cell of lithium has more than this for most of its life. */
const LITHIUM = 3.45

/** A value of batteries, as far as it says what it counts. Ranges are of last values; null where the server tells none. */
type Measured = Pick<SpaceSeries, 'path' | 'unit' | 'least' | 'greatest'>

/** What the values of a battery count; null where they tell no charge. The values count more than their unit, which may come from their name. */
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

/** When a battery is low that has had so many volts, and when it no longer is. */
const lowVolts = (greatest: number) =>
  greatest > LITHIUM && greatest <= CELL
    ? { limit: 3.3, end: 3.4 }
    : { limit: rounded(0.8 * greatest), end: rounded(0.85 * greatest) }

/** When a battery is low, in what its values count. */
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

/** A rule about batteries that can be suggested. */
export interface Battery {
  path: string
  limit: number
  end: number
  /** How many devices have sent it. */
  deviceCount: number
}

/** What all values with one pattern are together. */
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

/** The value of batteries of a space; undefined where none tells a charge. */
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

/** What the address calls the suggestions. */
export const LATE = 'late'
export const FIRMWARE = 'firmware'

/** @param deviceIds the devices that it is about; empty for all */
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

/** What the form of a suggested rule about batteries holds. */
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

/** What the form of a suggested rule holds, with the key of its name; undefined where nothing is suggested. */
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

/** Whether a space has a rule of some kinds, of one value where that matters. */
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
