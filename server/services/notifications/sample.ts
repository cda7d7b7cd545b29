import { type AlertRule, type Condition, isOfConnectors } from '#contract/alerts'
import type { JobAlertDevice } from '#contract/connectors'
import { type ShownSetting, shownIn } from '#contract/series'
import type { AlertContent } from '../../db/schema'
import { inEnglish, namedBy } from './english'

/** Id of something that does not exist: receivers that do not know tests must not take it for one of theirs. */
const SAMPLE_ID = '00000000-0000-7000-8000-000000000000'
const SAMPLE_DEVICE = {
  id: SAMPLE_ID,
  name: 'Test device',
  serial_number: '00000000',
}

/** A value that matches a condition. */
function valueOf(condition: Condition): number | null {
  if (condition.kind === 'above') return condition.limit + 1
  if (condition.kind === 'below') return condition.limit - 1
  if (condition.kind === 'jump') return condition.by * 2
  return condition.kind === 'boots' ? condition.times : null
}

interface Sampled {
  /** Id of the test. */
  id: string
  /** A rule that is not saved yet has the id of the test. */
  rule: Pick<AlertRule, 'id' | 'name' | 'condition' | 'urgent'>
  space: AlertContent['space']
  settings: readonly ShownSetting[]
  at: Date
}

/** A test alert of a rule, with one device or connector. */
export function sampleAlert({ id, rule, space, settings, at }: Sampled): AlertContent {
  const { name, condition, urgent } = rule
  const path = 'path' in condition ? condition.path : null
  const shown = shownIn(settings, path === null ? [] : [path])
  const lasting = 'seconds' in condition ? condition.seconds : 0
  const since = new Date(at.getTime() - lasting * 1000).toISOString()
  const ofDevice = { path: null, label: condition.kind === 'boots' ? 'boots' : null, unit: null }
  const measured = path === null ? ofDevice : namedBy(shown(path))
  const lasts = { since, ended_at: null }
  const device: JobAlertDevice = { ...SAMPLE_DEVICE, ...measured, value: valueOf(condition), ...lasts }
  const isAboutDevices = !isOfConnectors(condition)
  return {
    event: 'opened',
    test: true,
    id,
    rule: { id: rule.id, name },
    urgent,
    condition,
    sentence: inEnglish(condition, shown),
    opened_at: at.toISOString(),
    ended_at: null,
    flapping: null,
    device_count: isAboutDevices ? 1 : 0,
    devices: isAboutDevices ? [device] : [],
    connector_count: isAboutDevices ? 0 : 1,
    connectors: isAboutDevices ? [] : [{ id: SAMPLE_ID, name: 'Test connector', ...lasts }],
    space,
  }
}
