import { expect, test } from 'vitest'
import { type Channel, channelProblem, tokenProblem } from './channels'

const SLACK = 'https://hooks.slack.com/services/T000/B000/XXXX'
const TEAMS = 'https://prod-12.westus.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?sig=x'

test.each<[Channel, string, string | undefined]>([
  ['slack', SLACK, undefined],
  ['slack', SLACK.replace('https', 'http'), 'notHttps'],
  ['slack', 'https://hooks.slack.com/triggers/T000/1/x', 'slackWorkflow'],
  ['slack', 'https://hooks.slack.com.example.com/services/T000/B000/XXXX', 'slack'],
  ['slack', 'hooks.slack.com/services/T000/B000/XXXX', 'slack'],
  ['teams', TEAMS, undefined],
  [
    'teams',
    'https://default1.2.environment.api.powerplatform.com/powerautomate/workflows/a?sig=x',
    undefined,
  ],
  ['teams', 'https://acme.webhook.office.com/webhookb2/abc', 'teamsOld'],
  ['teams', SLACK, 'teams'],
  ['teams', 'https://logic.azure.com.example.com/workflows/a', 'teams'],
  ['pagerduty', '0123456789abcdef0123456789ABCDEF', undefined],
  ['pagerduty', '0123456789abcdef', 'pagerduty'],
  ['pagerduty', 'https://acme.pagerduty.com/services/P1', 'pagerdutyAddress'],
  ['ntfy', 'https://ntfy.sh/your-topic', undefined],
  ['ntfy', 'http://10.0.0.7:8080/pumps_1', undefined],
  ['ntfy', 'https://ntfy.sh/', 'ntfyTopic'],
  ['ntfy', 'https://ntfy.sh/a/b', 'ntfyTopic'],
  ['ntfy', 'https://ntfy.sh/topic?auth=x', 'ntfy'],
  ['ntfy', 'your-topic', 'ntfy'],
])('what is wrong with an address or key of %s: %s', (channel, value, problem) => {
  expect(channelProblem(channel, value)).toBe(problem)
})

test('a token has no spaces and no accents, and is optional', () => {
  expect(['', 'tk_AgQdq7mVBoFD37zQVN29', 'two words', 'žluť'].map(tokenProblem)).toEqual([
    undefined,
    undefined,
    'token',
    'token',
  ])
})
