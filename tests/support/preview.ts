import fc from 'fast-check'
import { api } from '#contract'
import { jobOf, requestOf } from '#contract/connectors'
import type { Sandbox } from '#sandbox'
import type { TestServer } from './makeServer'
import type { WebhookRoute } from './webhooks'

const { any } = fc.letrec<{ any: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(
      'job.message.body',
      'job.message',
      'job.device.tags',
      'job.device.label',
      'job.attempt',
      'Object.keys(job.message.body ?? {})',
      'JSON.stringify(job.message.body)',
      'JSON.stringify(job, null, 2)',
      'String(job.message.body)',
      'new Date(job.message.created_at)',
      'undefined',
      'NaN',
      '-0',
      '1e21',
      'null',
      "'\\u0000\\ud800'",
      '({ toJSON: () => [job.device.name] })',
      '[, 1]',
    ),
    fc.json({ maxDepth: 2 }).map((json) => `(${json})`),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  ),
  any: fc.oneof(
    tie('leaf'),
    tie('leaf').map((part) => `({ ...job.device, part: ${part} })`),
    fc.tuple(tie('any'), tie('leaf')).map(([a, b]) => `[${a}, ${b}]`),
    fc.tuple(tie('any'), tie('leaf')).map(([a, b]) => `({ 'ž b': ${a}, 10: ${b}, 9: 1 })`),
    fc.tuple(tie('leaf'), tie('leaf')).map(([a, b]) => `\`\${${a}} – \${${b}}\``),
  ),
}))

/** What a transformation may make of a message: expressions of JavaScript that see `job`. */
export const expressions = any

/** Code of a connector that sends the value of an expression, or why it has none, to an address. */
export const sends = (url: string, expression: string) => `function main(job) {
  const url = ${JSON.stringify(url)}
  try {
    return { url, data: ${expression} }
  } catch (error) {
    return { url, data: String(error) }
  }
}`

/** Bodies of messages, as JSON text. PostgreSQL has no room for NUL, so that no message holds it. */
export const bodies = fc.json({ maxDepth: 3 }).map((json) => json.replaceAll('\\u0000', ''))

/** What the console shows as the body of the request, made of what the API answers. */
export async function previewOf(
  server: TestServer,
  sandbox: Pick<Sandbox, 'run'>,
  { space, device, connector }: Pick<WebhookRoute, 'space' | 'device' | 'connector'>,
  messageId: string,
): Promise<string> {
  const get = async (path: string) =>
    (await server.call('GET', `/spaces/${space.id}${path}`, { token: space.owner.token })).json()
  const message = api.messages.get.answer.parse(await get(`/messages/${messageId}`))
  const shown = api.devices.get.answer.parse(await get(`/devices/${device.id}`))
  const job = jobOf({ attempt: 0, spaceId: space.id, message, device: shown, connector })
  const script = { source: connector.transformation, entry: 'main' } as const
  const outcome = await sandbox.run(script, JSON.stringify(job))
  if ('error' in outcome) throw new Error(outcome.error.message)
  const request = requestOf(outcome.value)
  if (!request || 'error' in request) throw new Error(JSON.stringify(request))
  return request.body ?? ''
}
