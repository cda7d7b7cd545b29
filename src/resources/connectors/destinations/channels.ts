/** Channels that people choose by their address or key; the code for them is written. */
export type Channel = 'slack' | 'teams' | 'pagerduty' | 'ntfy'

/** What is wrong with the address or key of a channel. */
export type ChannelProblem =
  | 'notHttps'
  | 'slack'
  | 'slackWorkflow'
  | 'teams'
  | 'teamsOld'
  | 'pagerduty'
  | 'pagerdutyAddress'
  | 'ntfy'
  | 'ntfyTopic'
  | 'token'

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

const SLACK_HOSTS = new Set(['hooks.slack.com', 'hooks.slack-gov.com'])
/** Hosts of addresses of workflows in Teams, in the clouds of Microsoft. */
const TEAMS_HOST = /\.(logic\.azure\.(com|us|cn)|api\.(gov\.)?powerplatform\.(com|us|cn))$/
/** Hosts of the connectors of Office 365, which Microsoft has ended. */
const OLD_TEAMS_HOST = /\.webhook\.office\.com$|^outlook\.office(365)?\.com$/

const PROBLEMS: Readonly<Record<Channel, (value: string) => ChannelProblem | undefined>> = {
  slack: (value) => {
    const url = urlOf(value)
    if (!url || !SLACK_HOSTS.has(url.hostname)) return 'slack'
    if (url.protocol !== 'https:') return 'notHttps'
    if (/^\/(workflows|triggers)\//.test(url.pathname)) return 'slackWorkflow'
    return /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(url.pathname) ? undefined : 'slack'
  },
  teams: (value) => {
    const url = urlOf(value)
    if (url && OLD_TEAMS_HOST.test(url.hostname)) return 'teamsOld'
    if (!url || !TEAMS_HOST.test(url.hostname)) return 'teams'
    if (url.protocol !== 'https:') return 'notHttps'
    return url.pathname.includes('/workflows/') ? undefined : 'teams'
  },
  pagerduty: (value) => {
    if (urlOf(value)) return 'pagerdutyAddress'
    return /^[A-Za-z0-9]{32}$/.test(value) ? undefined : 'pagerduty'
  },
  ntfy: (value) => {
    const url = urlOf(value)
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return 'ntfy'
    return /^\/[-_A-Za-z0-9]{1,64}$/.test(url.pathname) ? undefined : 'ntfyTopic'
  },
}

/** What is wrong with the address or key of a channel; undefined if it fits. */
export const channelProblem = (channel: Channel, value: string): ChannelProblem | undefined =>
  PROBLEMS[channel](value)

/** What is wrong with an access token; undefined for none, or one that a header can have. */
export const tokenProblem = (value: string): ChannelProblem | undefined =>
  value === '' || /^[\x21-\x7e]{4,}$/.test(value) ? undefined : 'token'
