import type { Connector } from '#contract/connectors'
import type { Channel } from './channels'

/** A field of a destination whose value is not secret. */
interface OpenField {
  name: 'address' | 'organization' | 'bucket' | 'measurement' | 'event'
  /** An address begins with http:// or https://. */
  kind: 'address' | 'text'
  /** Initial value. */
  initial: string
  /** Pattern that a text must match. */
  pattern?: RegExp
  isOptional?: boolean
}

/** Name of a variable for connectors: its value is a secret, and the code contains only the name. */
export interface SecretField {
  name: 'secret'
  kind: 'variable'
  initial:
    | 'THINGSBOARD_TOKEN'
    | 'UBIDOTS_TOKEN'
    | 'DATACAKE_URL'
    | 'INFLUXDB_TOKEN'
    | 'HOME_ASSISTANT_TOKEN'
    | 'APPS_SCRIPT_URL'
    | 'EVENT_GRID_KEY'
    | 'API_GATEWAY_KEY'
    | 'SLACK_URL'
    | 'TEAMS_URL'
    | 'PAGERDUTY_KEY'
    | 'NTFY_URL'
  /** The channel whose address or key it is: people type it, and it becomes a variable. */
  channel?: Channel
}

/** Any field of a destination. */
export type DestinationField = OpenField | SecretField

/** Filled values, by the names of the fields. */
export type Filled = Readonly<Record<string, string>>

/** A destination of connectors, and code that delivers to it. */
export interface Destination {
  group: 'plain' | 'platforms' | 'clouds' | 'chat' | 'alerts'
  fields: readonly DestinationField[]
  /** Writes the code. From then on it belongs to the person. */
  write: (filled: Filled) => string
  triggers: Readonly<Connector['triggers']>
  /** Largest number of requests per second that it accepts. */
  maxRate?: number
}

/** A JavaScript literal of the text. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** JavaScript that reads a variable of a job, or of a message in a batch. */
export const variable = (name: string, of = 'job'): string =>
  `${of}.variables${/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoted(name)}]`}`

/** JavaScript that reads the secret of a destination, and throws if there is none. */
export const secretCode = (name: string): string => `
/** The variable for connectors that has the secret. */
function secretOf(job) {
  const secret = ${variable(name)}
  if (!secret) throw new Error(${quoted(`there is no variable ${name} for connectors`)})
  return secret
}
`

/** An address without its trailing slash. */
export const trimmed = (address: string): string => address.replace(/\/+$/, '')

export const ADDRESS: OpenField = { name: 'address', kind: 'address', initial: '' }
export const secret = (initial: SecretField['initial'], channel?: Channel): SecretField => ({
  name: 'secret',
  kind: 'variable',
  initial,
  ...(channel && { channel }),
})

/** The field with the address or key of a channel; undefined for other destinations. */
export const channelField = ({ fields }: Destination): SecretField | undefined =>
  fields.find((field): field is SecretField => field.kind === 'variable' && field.channel !== undefined)

/** Name of the variable with the access token of a topic, beside that with its address. */
export const tokenName = (name: string): string => `${name}_TOKEN`
/** The name of the variable to which a token belongs; any other name as it is. */
export const nameOfToken = (name: string): string => name.replace(/_TOKEN$/, '')

/** JavaScript that returns the messages of a job as a list, each with its device and variables. */
export const MESSAGES = `
/** The messages of a job: several of a batch, none of an alert. */
const messagesOf = ({ messages, message, device, variables }) =>
  messages ?? (message ? [{ ...message, device, variables }] : [])
`

/** JavaScript that returns the time of a message. */
export const TIME = `
/** When it was measured, or else received, in milliseconds since 1970. */
const timeOf = ({ measured_at, created_at }) => Date.parse(measured_at ?? created_at)
`

/** JavaScript that finds the numbers in a body. */
export const VALUES = `
/** The numbers and switches of a body by their paths: { 'tank.level': 21.5, 'doors.0.open': true }. */
function valuesOf(value, path = '', found = {}) {
  if (typeof value === 'boolean' || Number.isFinite(value)) found[path || 'value'] = value
  else if (value !== null && typeof value === 'object')
    for (const [name, part] of Object.entries(value)) {
      // "a.b" beside "a", whose b would be called the same.
      const isTaken = name.split('.').some((_, i, all) => i > 0 && Object.hasOwn(value, all.slice(0, i).join('.')))
      const key = isTaken ? \`["\${name}"]\` : name
      valuesOf(part, path ? \`\${path}.\${key}\` : key, found)
    }
  return found
}
`

/** JavaScript that writes a message as a line for people. */
export const LINE = `${VALUES}
const cut = (text, length) => [...text].slice(0, length).join('')

/** "tank.level 21.5, door true", or the body where it has no values; and when it was measured, if the device says so. */
function lineOf({ body, measured_at }, length) {
  const values = Object.entries(valuesOf(body)).map(([path, value]) => \`\${path} \${value}\`)
  const at = measured_at ? \` (\${measured_at.slice(0, 16).replace('T', ' ')} UTC)\` : ''
  return cut(values.join(', ') || JSON.stringify(body), length) + at
}
`
