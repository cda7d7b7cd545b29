import { DEFAULT_TRANSFORMATION } from '#contract/connectors'

/** With what the code of a new connector can begin: that of messages, or of alerts for a service. */
export const TEMPLATES = ['messages', 'slack', 'teams', 'pagerduty', 'ntfy'] as const
export type Template = (typeof TEMPLATES)[number]

/** The words that all services get. */
const WORDS = `
/** Called when an alert opens and when it is over; job.alert says what was so then. */
function main({ alert }) {
  // Not for messages, and not to tell late that an alert has opened which is over.
  if (!alert || (alert.event === 'opened' && alert.ended_at)) return null
  const kind = alert.event === 'opened' ? 'Alert' : 'Over'
  const rule = cut(alert.rule.name, 120)
  const affected = [...alert.devices, ...(alert.connectors ?? [])]
  const lines = affected.slice(0, 10).map(lineOf)
  if (affected.length > 10) lines.push(\`… of \${alert.device_count || alert.connector_count}\`)
`

const HELPERS = `
const cut = (text, length) => [...text].slice(0, length).join('')

/** A device, or a connector: "pump-1: level 12.5 %, since 2026-01-02 03:04 UTC". */
function lineOf({ name, label = null, value = null, unit = null, since }) {
  const measured = [label, value, unit].filter((part) => part !== null).join(' ')
  const what = measured && \`: \${cut(measured, 40)}\`
  return \`\${cut(name, 50)}\${what}, since \${since.slice(0, 16).replace('T', ' ')} UTC\`
}
`

const SLACK = `// The address of an incoming webhook of your Slack app.
const WEBHOOK = 'https://hooks.slack.com/services/T000/B000/XXXX'
${WORDS}
  const section = (text) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  const icon = alert.event === 'opened' ? ':red_circle:' : ':large_green_circle:'
  return {
    url: WEBHOOK,
    data: {
      // What a notification shows.
      text: escaped(\`\${kind}: \${rule}\`),
      blocks: [
        section(\`\${icon} *\${kind}: <\${alert.url}|\${escaped(rule)}>*\`),
        section(escaped(cut(alert.sentence, 500))),
        ...(lines.length > 0 ? [section(lines.map(escaped).join('\\n'))] : []),
      ],
    },
  }
}

/** Slack reads these three characters as markup. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
${HELPERS}`

const TEAMS = `// The address of the workflow "Post to a channel when a webhook request is received" of your team.
const WEBHOOK = 'https://example.com/workflows/XXXX'
${WORDS}
  // Runs of text, because other texts of a card are read as Markdown.
  const text = (words, style) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: words, ...style }] })
  const color = alert.event === 'opened' ? 'Attention' : 'Good'
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      text(\`\${kind}: \${rule}\`, { weight: 'Bolder', size: 'Large', color }),
      text(cut(alert.sentence, 500)),
      ...lines.map((line) => text(line)),
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url: alert.url }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { url: WEBHOOK, data: { type: 'message', attachments: [{ contentType, contentUrl: null, content: card }] } }
}
${HELPERS}`

const PAGERDUTY = `// The integration key of "Events API v2" of your PagerDuty service.
const ROUTING_KEY = '00000000000000000000000000000000'
${WORDS}
  const { event, id, url, urgent, space, condition } = alert
  return {
    url: 'https://events.pagerduty.com/v2/enqueue',
    data: {
      routing_key: ROUTING_KEY,
      // The end resolves what the beginning has triggered.
      event_action: event === 'opened' ? 'trigger' : 'resolve',
      dedup_key: id,
      payload: {
        summary: \`\${kind}: \${rule}. \${cut(alert.sentence, 500)}\`,
        source: cut(space.name, 200) || space.id,
        severity: urgent ? 'critical' : 'error',
        timestamp: alert.opened_at,
        class: condition.kind,
        custom_details: { [alert.connector_count ? 'connectors' : 'devices']: lines },
      },
      links: [{ href: url, text: 'Open the alert' }],
    },
  }
}
${HELPERS}`

const NTFY = `// Your topic. Whoever knows its name reads along: choose one that nobody guesses.
const TOPIC = 'https://ntfy.sh/your-topic'
${WORDS}
  const [, server, topic] = /^(.*)\\/([^/]+)$/.exec(TOPIC)
  const isOpen = alert.event === 'opened'
  return {
    url: server,
    data: {
      topic,
      title: \`\${kind}: \${rule}\`,
      message: [cut(alert.sentence, 200), ...lines.slice(0, 7)].join('\\n'),
      // 5 rings on and on, 3 is as usual.
      priority: isOpen ? (alert.urgent ? 5 : 4) : 3,
      tags: [isOpen ? 'rotating_light' : 'white_check_mark'],
      click: alert.url,
    },
  }
}
${HELPERS}`

/** The code that a new connector begins with. */
export const CODE: Readonly<Record<Template, string>> = {
  messages: DEFAULT_TRANSFORMATION,
  slack: SLACK,
  teams: TEAMS,
  pagerduty: PAGERDUTY,
  ntfy: NTFY,
}
