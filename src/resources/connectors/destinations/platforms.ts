import {
  ADDRESS,
  type Destination,
  MESSAGES,
  quoted,
  secret,
  secretCode,
  TIME,
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

/** Sends the values of each message as telemetry. The variable is the access token of the device. */
function main(job) {
  // Skips devices without a token, which ThingsBoard does not know, and messages without values, which it refuses.
  const points = messagesOf(job)
    .map((message) => ({ token: ${variable(token, 'message')}, ts: timeOf(message), values: valuesOf(message.body) }))
    .filter((point) => point.token && Object.keys(point.values).length > 0)
  if (points.length === 0) return null
  const [{ token }] = points
  // After this error the server halves the batch, until each part has one device.
  if (points.some((point) => point.token !== token)) throw new Error('ThingsBoard takes one device in a request')
  return {
    url: \`\${SERVER}/api/v1/\${encodeURIComponent(token)}/telemetry\`,
    data: points.map(({ ts, values }) => ({ ts, values })),
  }
}
${MESSAGES}${TIME}${VALUES}`,
}

export const ubidots: Destination = {
  ...common,
  maxRate: 4,
  fields: [{ ...ADDRESS, initial: 'https://industrial.api.ubidots.com' }, secret('UBIDOTS_TOKEN')],
  write: ({ address = '', secret: token = '' }) => `// The API of your Ubidots.
const SERVER = ${quoted(trimmed(address))}

/** Sends the values of each message to the device whose label is the serial number. Ubidots creates it with the first message. */
function main(job) {
  const messages = messagesOf(job).filter(({ body }) => Object.keys(valuesOf(body)).length > 0)
  if (messages.length === 0) return null
  const label = labelOf(messages[0].device.serial_number)
  // After this error the server halves the batch, until each part has one device.
  if (messages.some(({ device }) => labelOf(device.serial_number) !== label))
    throw new Error('Ubidots takes one device in a request')
  const dots = new Map()
  for (const message of messages)
    for (const [path, value] of Object.entries(valuesOf(message.body))) {
      const dot = { value: Number(value), timestamp: timeOf(message) }
      dots.set(labelOf(path), [...(dots.get(labelOf(path)) ?? []), dot])
    }
  return {
    url: \`\${SERVER}/api/v1.6/devices/\${label}\`,
    header: { 'X-Auth-Token': secretOf(job) },
    data: Object.fromEntries([...dots].map(([name, all]) => [name, all.length > 1 ? all : all[0]])),
  }
}

/** Labels have letters, digits and a few other characters only. */
const labelOf = (text) => text.toLowerCase().replace(/[^a-z0-9_.:-]/g, '-')
${secretCode(token)}${MESSAGES}${TIME}${VALUES}`,
}

export const datacake: Destination = {
  ...common,
  fields: [secret('DATACAKE_URL')],
  write: ({ secret: address = '' }) => `/**
 * Sends the values of each message to the webhook of a Datacake product. Its payload decoder makes them fields of a device:
 *
 * function Decoder(request) {
 *   return [JSON.parse(request.body)].flat().flatMap(({ device, timestamp, values }) =>
 *     Object.entries(values).map(([path, value]) => ({
 *       device, timestamp, value, field: path.toUpperCase().replace(/[^A-Z0-9]/g, '_'),
 *     })),
 *   )
 * }
 */
function main(job) {
  const all = messagesOf(job).map(({ body, device, ...times }) => ({
    device: device.serial_number,
    name: device.name,
    // Seconds.
    timestamp: Math.floor(timeOf(times) / 1000),
    values: valuesOf(body),
  }))
  const data = all.filter(({ values }) => Object.keys(values).length > 0)
  if (data.length === 0) return null
  return { url: secretOf(job), data: data.length > 1 ? data : data[0] }
}
${secretCode(address)}${MESSAGES}${TIME}${VALUES}`,
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
  }) => `// Your InfluxDB (version 2, or one that accepts its API), and where to write.
const SERVER = ${quoted(trimmed(address))}
const ORGANIZATION = ${quoted(organization)}
const BUCKET = ${quoted(bucket)}
const MEASUREMENT = ${quoted(measurement)}

/** Writes the values of each message as fields of one point, in line protocol. */
function main(job) {
  const lines = messagesOf(job).flatMap(lineOf)
  if (lines.length === 0) return null
  return {
    url: \`\${SERVER}/api/v2/write?org=\${encodeURIComponent(ORGANIZATION)}&bucket=\${encodeURIComponent(BUCKET)}&precision=ms\`,
    header: { Authorization: \`Token \${secretOf(job)}\`, 'Content-Type': 'text/plain; charset=utf-8' },
    data: lines.join('\\n'),
  }
}

/** A point, of a message with values. */
function lineOf({ body, device, ...times }) {
  const fields = Object.entries(valuesOf(body)).map(([path, value]) => \`\${nameOf(path)}=\${value}\`)
  const tags = \`device=\${escaped(device.serial_number)},name=\${escaped(device.name)}\`
  return fields.length > 0 ? [\`\${MEASUREMENT},\${tags} \${fields.join(',')} \${timeOf(times)}\`] : []
}

/** Commas, equals signs and spaces are escaped; a line break, or a backslash before one of them, would be read otherwise. */
const escaped = (text) => text.replace(/[\\\\\\s]/g, ' ').replace(/[,= ]/g, '\\\\$&')

/** InfluxDB keeps names that begin with an underscore, and "time", for itself. */
const nameOf = (path) => escaped(/^_|^time$/.test(path) ? \`value.\${path}\` : path)
${secretCode(token)}${MESSAGES}${TIME}${VALUES}`,
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
  const events = messagesOf(job).map(({ id, type, created_at, measured_at, body, device }) => ({
    id,
    type,
    created_at,
    measured_at: measured_at ?? created_at,
    device: device.name,
    serial_number: device.serial_number,
    values: valuesOf(body),
    body,
  }))
  if (events.length === 0) return null
  return {
    url: \`\${SERVER}/api/events/\${EVENT}\`,
    // A long-lived access token of an administrator.
    header: { Authorization: \`Bearer \${secretOf(job)}\` },
    // A batch is one event with all messages: trigger.event.data.messages
    data: job.messages ? { messages: events } : events[0],
  }
}
${secretCode(token)}${MESSAGES}${VALUES}`,
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
 *   // ContentService would answer with a redirect, which counts as a failure.
 *   return HtmlService.createHtmlOutput('ok')
 * }
 */
function main(job) {
  const rows = messagesOf(job).flatMap(({ body, device, measured_at, created_at }) =>
    Object.entries(valuesOf(body)).map(([path, value]) => [
      measured_at ?? created_at,
      cell(device.serial_number),
      cell(device.name),
      cell(path),
      value,
    ]),
  )
  return rows.length > 0 ? { url: secretOf(job), data: { rows } } : null
}

/** A sheet would take a text that begins so for a formula. */
const cell = (text) => (/^[=+@-]/.test(text) ? \`'\${text}\` : text)
${secretCode(address)}${MESSAGES}${VALUES}`,
}
