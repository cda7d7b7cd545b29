import {
  ADDRESS,
  type Destination,
  quoted,
  secret,
  secretCode,
  trimmed,
  VALUES,
  variable,
} from './destination'

const common = { group: 'platforms', triggers: ['data'] } as const

export const thingsboard: Destination = {
  ...common,
  fields: [{ ...ADDRESS, initial: 'https://thingsboard.cloud' }, secret('THINGSBOARD_TOKEN')],
  write: ({ address = '', secret: token = '' }) => `// Your ThingsBoard.
const SERVER = ${quoted(trimmed(address))}

/** Sends the values of each message as telemetry of the device whose access token the variable is. */
function main(job) {
  // A device whose token is not there yet is not in ThingsBoard.
  if (!job.message || !${variable(token)}) return null
  const values = valuesOf(job.message.body)
  // ThingsBoard takes no telemetry without values.
  if (Object.keys(values).length === 0) return null
  return {
    url: \`\${SERVER}/api/v1/\${encodeURIComponent(${variable(token)})}/telemetry\`,
    data: { ts: Date.parse(job.message.created_at), values },
  }
}
${VALUES}`,
}

export const ubidots: Destination = {
  ...common,
  maxRate: 4,
  fields: [{ ...ADDRESS, initial: 'https://industrial.api.ubidots.com' }, secret('UBIDOTS_TOKEN')],
  write: ({ address = '', secret: token = '' }) => `// The API of your Ubidots.
const SERVER = ${quoted(trimmed(address))}

/** Sends the values of each message to the device whose label is the serial number; Ubidots makes it at the first. */
function main(job) {
  if (!job.message) return null
  const timestamp = Date.parse(job.message.created_at)
  const dots = Object.entries(valuesOf(job.message.body)).map(([path, value]) => [
    labelOf(path),
    { value: Number(value), timestamp },
  ])
  if (dots.length === 0) return null
  return {
    url: \`\${SERVER}/api/v1.6/devices/\${labelOf(job.device.serial_number)}\`,
    header: { 'X-Auth-Token': secretOf(job) },
    data: Object.fromEntries(dots),
  }
}

/** Labels have letters, digits and a few other characters only. */
const labelOf = (text) => text.toLowerCase().replace(/[^a-z0-9_.:-]/g, '-')
${secretCode(token)}${VALUES}`,
}

export const datacake: Destination = {
  ...common,
  fields: [secret('DATACAKE_URL')],
  write: ({ secret: address = '' }) => `/**
 * Sends the values of each message to the webhook of a Datacake product. Its payload decoder makes them fields of a device:
 *
 * function Decoder(request) {
 *   const { device, timestamp, values } = JSON.parse(request.body)
 *   return Object.entries(values).map(([path, value]) => ({
 *     device, timestamp, value, field: path.toUpperCase().replace(/[^A-Z0-9]/g, '_'),
 *   }))
 * }
 */
function main(job) {
  if (!job.message) return null
  const values = valuesOf(job.message.body)
  if (Object.keys(values).length === 0) return null
  return {
    url: secretOf(job),
    data: {
      device: job.device.serial_number,
      name: job.device.name,
      // In seconds.
      timestamp: Math.floor(Date.parse(job.message.created_at) / 1000),
      values,
    },
  }
}
${secretCode(address)}${VALUES}`,
}

export const influxdb: Destination = {
  ...common,
  fields: [
    ADDRESS,
    { name: 'organization', kind: 'text', initial: '' },
    { name: 'bucket', kind: 'text', initial: '' },
    { name: 'measurement', kind: 'text', initial: 'telemetry', pattern: /^[A-Za-z][\w.-]*$/ },
    secret('INFLUXDB_TOKEN'),
  ],
  write: ({
    address = '',
    organization = '',
    bucket = '',
    measurement = '',
    secret: token = '',
  }) => `// Your InfluxDB (version 2, or one that takes its API), and where it writes to.
const SERVER = ${quoted(trimmed(address))}
const ORGANIZATION = ${quoted(organization)}
const BUCKET = ${quoted(bucket)}
const MEASUREMENT = ${quoted(measurement)}

/** Writes the values of each message as fields of one point, in line protocol. */
function main(job) {
  if (!job.message) return null
  const fields = Object.entries(valuesOf(job.message.body)).map(([path, value]) => \`\${nameOf(path)}=\${value}\`)
  // A point needs a field.
  if (fields.length === 0) return null
  const tags = \`device=\${escaped(job.device.serial_number)},name=\${escaped(job.device.name)}\`
  const at = Date.parse(job.message.created_at)
  return {
    url: \`\${SERVER}/api/v2/write?org=\${encodeURIComponent(ORGANIZATION)}&bucket=\${encodeURIComponent(BUCKET)}&precision=ms\`,
    header: { Authorization: \`Token \${secretOf(job)}\`, 'Content-Type': 'text/plain; charset=utf-8' },
    data: \`\${MEASUREMENT},\${tags} \${fields.join(',')} \${at}\`,
  }
}

/** Commas, equals signs and spaces are escaped; a line break, or a backslash before one of them, would be read otherwise. */
const escaped = (text) => text.replace(/[\\\\\\s]/g, ' ').replace(/[,= ]/g, '\\\\$&')

/** InfluxDB keeps names that begin with an underscore, and "time", for itself. */
const nameOf = (path) => escaped(/^_|^time$/.test(path) ? \`value.\${path}\` : path)
${secretCode(token)}${VALUES}`,
}

export const homeassistant: Destination = {
  ...common,
  fields: [
    ADDRESS,
    { name: 'event', kind: 'text', initial: 'spaceport_message', pattern: /^[A-Za-z0-9_.-]{1,64}$/ },
    secret('HOME_ASSISTANT_TOKEN'),
  ],
  write: ({
    address = '',
    event = '',
    secret: token = '',
  }) => `// Your Home Assistant, and the event that it fires for each message.
const SERVER = ${quoted(trimmed(address))}
const EVENT = ${quoted(event)}

/** Fires an event. An automation with the trigger "event" gets it: {{ trigger.event.data.values['tank.level'] }} */
function main(job) {
  if (!job.message) return null
  const { id, type, created_at, body } = job.message
  const { name, serial_number } = job.device
  return {
    url: \`\${SERVER}/api/events/\${EVENT}\`,
    // A long-lived access token of an administrator.
    header: { Authorization: \`Bearer \${secretOf(job)}\` },
    data: { id, type, created_at, device: name, serial_number, values: valuesOf(body), body },
  }
}
${secretCode(token)}${VALUES}`,
}

export const sheets: Destination = {
  ...common,
  fields: [secret('APPS_SCRIPT_URL')],
  write: ({ secret: address = '' }) => `/**
 * Adds a row for each value to a Google Sheet, by an Apps Script (Extensions > Apps Script) that is deployed as a web app,
 * executed as you, with access for anyone:
 *
 * function doPost(e) {
 *   const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheets()[0]
 *   for (const row of JSON.parse(e.postData.contents).rows) sheet.appendRow(row)
 *   // Not by ContentService: that answers with a redirect, which counts as a failure.
 *   return HtmlService.createHtmlOutput('ok')
 * }
 */
function main(job) {
  if (!job.message) return null
  const { created_at, body } = job.message
  const { name, serial_number } = job.device
  const rows = Object.entries(valuesOf(body)).map(([path, value]) => [
    created_at,
    cell(serial_number),
    cell(name),
    cell(path),
    value,
  ])
  return rows.length > 0 ? { url: secretOf(job), data: { rows } } : null
}

/** A sheet would take a text that begins so for a formula. */
const cell = (text) => (/^[=+@-]/.test(text) ? \`'\${text}\` : text)
${secretCode(address)}${VALUES}`,
}
