import { DEFAULT_TRANSFORMATION } from '#contract/connectors'
import { CODE } from '../templates'
import { ADDRESS, type Destination, LINE, quoted, secret, secretCode } from './destination'

const onData = { triggers: ['data'] } as const satisfies Pick<Destination, 'triggers'>

/** The address in the code that somebody has to replace. */
const PLACEHOLDER = "'https://example.com/webhook'"

export const plain: Destination = {
  ...onData,
  group: 'plain',
  fields: [{ ...ADDRESS, isOptional: true }],
  write: ({ address = '' }) =>
    address === ''
      ? DEFAULT_TRANSFORMATION
      : DEFAULT_TRANSFORMATION.replace(
          `// Replace it by the address of your receiver.\n    url: ${PLACEHOLDER}`,
          () => `url: ${quoted(address)}`,
        ),
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
  }) => `// The endpoint of your topic of Event Grid, which has the Event Grid event schema.
const TOPIC = ${quoted(address)}

/** Publishes each message as an event; its id lets subscribers recognize a retry. */
function main(job) {
  if (!job.message) return null
  const { id, type, direction, created_at, body } = job.message
  const { name, serial_number } = job.device
  return {
    url: TOPIC.includes('api-version=') ? TOPIC : \`\${TOPIC}\${TOPIC.includes('?') ? '&' : '?'}api-version=2018-01-01\`,
    header: { 'aeg-sas-key': secretOf(job) },
    // Event Grid takes a list.
    data: [
      {
        id,
        eventType: ${quoted(event)},
        subject: \`devices/\${serial_number}\`,
        eventTime: created_at,
        dataVersion: '1.0',
        data: { type, direction, device: { id: job.device.id, name, serial_number }, body },
      },
    ],
  }
}
${secretCode(key)}`,
}

export const apigateway: Destination = {
  ...onData,
  group: 'clouds',
  fields: [ADDRESS, secret('API_GATEWAY_KEY')],
  write: ({
    address = '',
    secret: key = '',
  }) => `// The address of a method of your API Gateway that requires an API key.
const ADDRESS = ${quoted(address)}

/** Sends each message with its device. */
function main(job) {
  if (!job.message) return null
  const { id, type, direction, created_at, body } = job.message
  const { name, serial_number } = job.device
  return {
    url: ADDRESS,
    header: { 'x-api-key': secretOf(job) },
    data: { id, type, direction, created_at, device: { id: job.device.id, name, serial_number }, body },
  }
}
${secretCode(key)}`,
}

export const slackMessages: Destination = {
  ...onData,
  maxRate: 1,
  group: 'chat',
  fields: [secret('SLACK_URL')],
  write: ({
    secret: address = '',
  }) => `/** Posts a line for each message, by an incoming webhook of your Slack app. It takes one a second. */
function main(job) {
  if (!job.message) return null
  const { type, body } = job.message
  return {
    url: secretOf(job),
    data: { text: \`*\${escaped(cut(job.device.name, 100))}* \${type}: \${escaped(lineOf(body))}\` },
  }
}

/** Slack reads these three characters as markup. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
${secretCode(address)}${LINE}`,
}

export const teamsMessages: Destination = {
  ...onData,
  group: 'chat',
  fields: [secret('TEAMS_URL')],
  write: ({
    secret: address = '',
  }) => `/** Posts a card for each message, by the workflow "Post to a channel when a webhook request is received" of your team. */
function main(job) {
  if (!job.message) return null
  const { type, body } = job.message
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      text(\`\${cut(job.device.name, 100)}: \${type}\`, { weight: 'Bolder' }),
      text(lineOf(body)),
    ],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return {
    url: secretOf(job),
    data: { type: 'message', attachments: [{ contentType, contentUrl: null, content }] },
  }
}

/** Runs of text, because other texts of a card are read as Markdown. */
const text = (words, style) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: words, ...style }] })
${secretCode(address)}${LINE}`,
}

const forAlerts = (code: string): Destination => ({
  group: 'alerts',
  fields: [],
  triggers: [],
  write: () => code,
})

export const slack = forAlerts(CODE.slack)
export const teams = forAlerts(CODE.teams)
export const pagerduty = forAlerts(CODE.pagerduty)
export const ntfy = forAlerts(CODE.ntfy)
