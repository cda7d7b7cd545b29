import type { Settings } from './types'

const REPORT = 'app config interval-report'
const AGGREGATION = 'app config interval-aggreg'
/** Largest number of settings, of which people may add their own. */
const SETTINGS_MAX = 50

/** Factory settings. Rules, "Downlinks": it reports every 1800 s and aggregates over 300 s. */
export const FACTORY_SETTINGS: Settings = {
  'app config mode': 'lte',
  [REPORT]: '1800',
  'app config interval-poll': '0',
  'app config interval-sample': '60',
  [AGGREGATION]: '300',
  'lte config antenna': 'int',
  'lte config auth': 'none',
}

/** Seconds from one report to the next. */
export const reportInterval = (settings: Settings): number => Number(settings[REPORT])
/** Seconds that one measurement covers. */
export const aggregationInterval = (settings: Settings): number => Number(settings[AGGREGATION])

const isSeconds = (value: string) => /^\d{1,5}$/.test(value) && Number(value) >= 10 && Number(value) <= 86_400

/** The settings after a line like `app config interval-report 900`. Null if the line sets nothing or its value is invalid. */
export function applySetting(settings: Settings, line: string): Settings | null {
  const [, module, key, value] = /^(\w{1,20}) config ([\w-]{1,40}) (\S.{0,200})$/.exec(line.trim()) ?? []
  if (module === undefined || key === undefined || value === undefined) return null
  const name = fullName(module, key)
  if ((name === REPORT || name === AGGREGATION) && !isSeconds(value)) return null
  if (!(name in settings) && Object.keys(settings).length >= SETTINGS_MAX) return null
  return { ...settings, [name]: value }
}

/** The two intervals have several names. */
function fullName(module: string, key: string): string {
  if (module === 'app' && /interval/.test(key) && /report/.test(key)) return REPORT
  if (module === 'app' && /interval/.test(key) && /aggreg/.test(key)) return AGGREGATION
  return `${module} config ${key}`
}

/** The settings after a `config` downlink: a list of lines. Lines that set nothing are ignored. */
export const applyConfig = (settings: Settings, body: unknown): Settings =>
  lines(body).reduce((current, line) => applySetting(current, line) ?? current, settings)

/** Settings as the lines that set them. */
export const settingLines = (settings: Settings): string[] =>
  Object.entries(settings).map(([name, value]) => `${name} ${value}`)

/** The lines in the body of a `config` or `shell` downlink: a list of strings, or one string. */
export const lines = (body: unknown): string[] =>
  (Array.isArray(body) ? body : [body]).filter((line) => typeof line === 'string')
