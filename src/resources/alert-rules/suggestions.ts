import { patternOf, type SpaceSeries, unitOf } from '#contract/series'
import { NEW_SCOPE } from '../../components/alerts/scope'
import { NEW_CONDITION, type RuleValues } from './condition'
import { msg } from './texts'

/** What tells the charge of a battery, by its path; the first kind counts. */
const CHARGES = [
  /batter.*(?:percent|level|charge|soc)|(?:percent|level|charge).*batter/i,
  /batter/i,
  /voltage.*rest|vbat/i,
  /voltage/i,
]

/** When a battery is low, by the unit of its value, and when it no longer is. */
const LOW = { V: { limit: 3.3, end: 3.4 }, '%': { limit: 20, end: 25 } }

/** The path of a value of batteries; undefined where the space has none. */
export function batteryOf(series: readonly Pick<SpaceSeries, 'path' | 'is_hidden' | 'is_boolean'>[]) {
  const offered = series.filter(({ is_hidden, is_boolean }) => !is_hidden && !is_boolean)
  for (const charge of CHARGES) {
    const found = offered.find(({ path }) => charge.test(path))
    if (found) return patternOf(found.path)
  }
  return undefined
}

const BATTERY = 'battery:'

/** What the address calls the suggestions. */
export const LATE = 'late'
export const FIRMWARE = 'firmware'
export const batterySuggestion = (path: string) => BATTERY + path

/** What the form of a suggested rule holds, with the key of its name; undefined where nothing is suggested. */
export function suggestedValues(suggestion: string | null) {
  if (suggestion === LATE)
    return { name: msg('alert-rules.suggested.late'), condition: NEW_CONDITION, scope: NEW_SCOPE }
  if (suggestion === FIRMWARE) {
    const condition = { ...NEW_CONDITION, kind: 'firmwareFailed' } as const
    return { name: msg('alert-rules.suggested.firmwareFailed'), condition, scope: NEW_SCOPE }
  }
  if (!suggestion?.startsWith(BATTERY)) return undefined
  const path = suggestion.slice(BATTERY.length)
  const low = unitOf(path) === 'V' ? LOW.V : LOW['%']
  const condition: RuleValues['condition'] = { ...NEW_CONDITION, ...low, kind: 'below', path }
  return { name: msg('alert-rules.suggested.battery'), condition, scope: NEW_SCOPE }
}
