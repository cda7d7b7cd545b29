import { DEFAULT_TRANSFORMATION, PLACEHOLDER_URL } from '#contract/connectors'
import { type AlertService, alertCode } from '../templates'
import {
  ADDRESS,
  type Destination,
  LINE,
  MESSAGES,
  quoted,
  type SecretField,
  secret,
  secretCode,
  tokenName,
  variable,
} from './destination'

const onData = { triggers: ['data'] } as const satisfies Pick<Destination, 'triggers'>

/** JavaScript with an address, or a placeholder to replace later. */
const addressOr = (address: string) =>
  address === ''
    ? `// The address of your receiver.\nconst ADDRESS = '${PLACEHOLDER_URL}'`
    : `const ADDRESS = ${quoted(address)}`

const LATER = [{ ...ADDRESS, isOptional: true }] as const

export const plain: Destination = {
  ...onData,
  group: 'plain',
  fields: LATER,
  write: ({ address = '' }) =>
    address === ''
      ? DEFAULT_TRANSFORMATION
      : DEFAULT_TRANSFORMATION.replace(
          `// Replace it by the address of your receiver.\n    url: '${PLACEHOLDER_URL}'`,
          () => `url: ${quoted(address)}`,
        ),
}

/** JavaScript that returns the data of a message for clouds and web addresses. */
const WHOLE = `
${MESSAGES.trim()}

/** A message with its device, when it was received, and when it was measured. */
const wholeOf = ({ id, type, direction, created_at, measured_at, body, device }) => ({
  id,
  type,
  direction,
  created_at,
  measured_at: measured_at ?? created_at,
  device: { id: device.id, name: device.name, serial_number: device.serial_number },
  body,
})
`

export const withDevice: Destination = {
  ...onData,
  group: 'plain',
  fields: LATER,
  write: ({ address = '' }) => `${addressOr(address)}

/** Sends each message with its device and its time; a batch is sent as a list. */
function main(job) {
  const messages = messagesOf(job).map(wholeOf)
  if (messages.length === 0) return null
  return { url: ADDRESS, data: job.messages ? messages : messages[0] }
}
${WHOLE}`,
}

export const eventgrid: Destination = {
  ...onData,
  group: 'clouds',
  fields: [
    ADDRESS,
    { name: 'event', kind: 'text', initial: 'Spaceport.Message', pattern: /^[A-Za-z0-9_.-]+$/ },
    secret('EVENT_GRID_KEY'),
  ],
  write: ({
    address = '',
    event = '',
    secret: key = '',
  }) => `// The endpoint of your Event Grid topic. The topic uses the Event Grid event schema.
const TOPIC = ${quoted(address)}

/** Publishes each message as an event; its id lets subscribers recognize a retry. */
function main(job) {
  const data = messagesOf(job).map(({ id, type, direction, created_at, measured_at, body, device }) => {
    const { name, serial_number } = device
    return {
      id,
      eventType: ${quoted(event)},
      subject: \`devices/\${serial_number}\`,
      eventTime: measured_at ?? created_at,
      dataVersion: '1.0',
      data: { type, direction, device: { id: device.id, name, serial_number }, body },
    }
  })
  if (data.length === 0) return null
  return {
    url: TOPIC.includes('api-version=') ? TOPIC : \`\${TOPIC}\${TOPIC.includes('?') ? '&' : '?'}api-version=2018-01-01\`,
    header: { 'aeg-sas-key': secretOf(job) },
    data,
  }
}
${secretCode(key)}${MESSAGES}`,
}

export const apigateway: Destination = {
  ...onData,
  group: 'clouds',
  fields: [ADDRESS, secret('API_GATEWAY_KEY')],
  write: ({
    address = '',
    secret: key = '',
  }) => `// The address of an API Gateway method that requires an API key.
const ADDRESS = ${quoted(address)}

/** Sends each message with its device; a batch is sent as a list. */
function main(job) {
  const messages = messagesOf(job).map(wholeOf)
  if (messages.length === 0) return null
  return { url: ADDRESS, header: { 'x-api-key': secretOf(job) }, data: job.messages ? messages : messages[0] }
}
${secretCode(key)}${WHOLE}`,
}

export const slackMessages: Destination = {
  ...onData,
  maxRate: 1,
  group: 'chat',
  fields: [secret('SLACK_URL', 'slack')],
  write: ({
    secret: address = '',
  }) => `/** Posts a line for each message, by an incoming webhook of your Slack app. It takes one a second. */
function main(job) {
  const messages = messagesOf(job)
  if (messages.length === 0) return null
  // Slack truncates texts of more than 40 000 characters.
  const length = Math.min(1000, 30_000 / messages.length)
  const text = messages.map(
    (message) => \`*\${escaped(cut(message.device.name, 100))}* \${message.type}: \${escaped(lineOf(message, length))}\`,
  )
  return { url: secretOf(job), data: { text: text.join('\\n') } }
}

/** Slack reads these three characters as markup. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
${secretCode(address)}${MESSAGES}${LINE}`,
}

export const teamsMessages: Destination = {
  ...onData,
  group: 'chat',
  fields: [secret('TEAMS_URL', 'teams')],
  write: ({
    secret: address = '',
  }) => `/** Posts a card for each message, by the workflow "Post to a channel when a webhook request is received" of your team. */
function main(job) {
  const messages = messagesOf(job)
  if (messages.length === 0) return null
  // Teams accepts at most 28 kB.
  const length = Math.min(1000, 8000 / messages.length)
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: messages.flatMap((message) => [
      text(\`\${cut(message.device.name, 100)}: \${message.type}\`, { weight: 'Bolder' }),
      text(lineOf(message, length)),
    ]),
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return {
    url: secretOf(job),
    data: { type: 'message', attachments: [{ contentType, contentUrl: null, content }] },
  }
}

/** TextRuns, because a card reads other texts as Markdown. */
const text = (words, style) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: words, ...style }] })
${secretCode(address)}${MESSAGES}${LINE}`,
}

export const alerts: Destination = {
  group: 'alerts',
  fields: LATER,
  triggers: [],
  write: ({ address = '' }) => `${addressOr(address)}

/** Called when an alert opens and when it is resolved: sends it with its details. */
function main({ alert }) {
  // Skips messages, and late openings of alerts that are already resolved.
  if (!alert || (alert.event === 'opened' && alert.ended_at)) return null
  return { url: ADDRESS, data: alert }
}
`,
}

/** JavaScript that reads the access token of a channel that may need one. */
const tokenCode = (service: AlertService, name: string): string =>
  service === 'ntfy'
    ? `
/** The variable for connectors that has the access token, if the topic needs one. */
const tokenOf = (job) => ${variable(tokenName(name))}
`
    : ''

const forAlerts = (service: AlertService, initial: SecretField['initial']): Destination => ({
  group: 'alerts',
  fields: [secret(initial, service)],
  triggers: [],
  write: ({ secret: name = '' }) => alertCode(service, secretCode(name) + tokenCode(service, name)),
})

export const slack = forAlerts('slack', 'SLACK_URL')
export const teams = forAlerts('teams', 'TEAMS_URL')
export const pagerduty = forAlerts('pagerduty', 'PAGERDUTY_KEY')
export const ntfy = forAlerts('ntfy', 'NTFY_URL')
