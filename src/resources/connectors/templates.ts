/** Services that notify people of alerts. */
export const ALERT_SERVICES = ['slack', 'teams', 'pagerduty', 'ntfy'] as const
export type AlertService = (typeof ALERT_SERVICES)[number]

/** Beginning of the code for all services, with the words that they get. */
const WORDS = `/** Called when an alert opens and when it is resolved; job.alert has its details. */
function main(job) {
  const { alert } = job
  // Skips messages, and late openings of alerts that are already resolved.
  if (!alert || (alert.event === 'opened' && alert.ended_at)) return null
  const kind = alert.event === 'opened' ? 'Alert' : 'Resolved'
  const rule = cut(alert.rule.name, 120)
  const end = alert.ended_at ? \`. Resolved at \${timeText(alert.ended_at)}\` : ''
  const sentence = cut(alert.sentence, 450) + end
  const affected = [...alert.devices, ...(alert.connectors ?? [])]
  const lines = affected.slice(0, 10).map(lineOf)
  if (affected.length > 10) lines.push(\`… of \${alert.device_count || alert.connector_count}\`)
`

const HELPERS = `
const cut = (text, length) => [...text].slice(0, length).join('')

const timeText = (time) => \`\${time.slice(0, 16).replace('T', ' ')} UTC\`

/** A device, or a connector: "pump-1: level 12.5 %, since 2026-01-02 03:04 UTC", and its end once it is resolved. */
function lineOf({ name, label = null, value = null, unit = null, since, ended_at }) {
  const measured = [label, value, unit].filter((part) => part !== null).join(' ')
  const what = measured && \`: \${cut(measured, 40)}\`
  const end = ended_at ? \` until \${timeText(ended_at)}\` : ''
  return \`\${cut(name, 50)}\${what}, since \${timeText(since)}\${end}\`
}
`

const SLACK = `${WORDS}
  const section = (text) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  const icon = alert.event === 'opened' ? ':red_circle:' : ':large_green_circle:'
  return {
    url: secretOf(job),
    data: {
      // The text of the notification.
      text: escaped(\`\${kind}: \${rule}\`),
      blocks: [
        section(\`\${icon} *\${kind}: <\${alert.url}|\${escaped(rule)}>*\`),
        section(escaped(sentence)),
        ...(lines.length > 0 ? [section(lines.map(escaped).join('\\n'))] : []),
      ],
    },
  }
}

/** Slack reads these three characters as markup. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
${HELPERS}`

const TEAMS = `${WORDS}
  // TextRuns, because a card reads other texts as Markdown.
  const text = (words, style) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: words, ...style }] })
  const color = alert.event === 'opened' ? 'Attention' : 'Good'
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      text(\`\${kind}: \${rule}\`, { weight: 'Bolder', size: 'Large', color }),
      text(sentence),
      ...lines.map((line) => text(line)),
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url: alert.url }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { url: secretOf(job), data: { type: 'message', attachments: [{ contentType, contentUrl: null, content: card }] } }
}
${HELPERS}`

const PAGERDUTY = `${WORDS}
  const { event, id, url, urgent, space, condition } = alert
  return {
    url: 'https://events.pagerduty.com/v2/enqueue',
    data: {
      routing_key: secretOf(job),
      // The end of the alert resolves what its opening triggered.
      event_action: event === 'opened' ? 'trigger' : 'resolve',
      dedup_key: id,
      payload: {
        summary: \`\${kind}: \${rule}. \${sentence}\`,
        source: cut(space.name, 200) || space.id,
        severity: urgent ? 'critical' : 'error',
        timestamp: alert.ended_at ?? alert.opened_at,
        class: condition.kind,
        custom_details: { [alert.connector_count ? 'connectors' : 'devices']: lines },
      },
      links: [{ href: url, text: 'Open the alert' }],
    },
  }
}
${HELPERS}`

const NTFY = `${WORDS}
  // "https://ntfy.sh/your-topic". Whoever knows the name of the topic reads along: choose one that nobody guesses.
  const [, server, topic] = /^(.*)\\/([^/]+)$/.exec(secretOf(job))
  const isOpen = alert.event === 'opened'
  const token = tokenOf(job)
  return {
    url: server,
    header: token ? { Authorization: \`Bearer \${token}\` } : {},
    data: {
      topic,
      title: \`\${kind}: \${rule}\`,
      message: [sentence, ...lines.slice(0, 7)].join('\\n'),
      // 5 is the highest priority, 3 the default.
      priority: isOpen ? (alert.urgent ? 5 : 4) : 3,
      tags: [isOpen ? 'rotating_light' : 'white_check_mark'],
      click: alert.url,
    },
  }
}
${HELPERS}`

const CODE: Readonly<Record<AlertService, string>> = {
  slack: SLACK,
  teams: TEAMS,
  pagerduty: PAGERDUTY,
  ntfy: NTFY,
}

/**
 * Code of a connector that notifies a service of alerts.
 * @param secret JavaScript of `secretOf`
 */
export const alertCode = (service: AlertService, secret: string): string => CODE[service] + secret
