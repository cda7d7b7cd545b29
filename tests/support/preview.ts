import fc from 'fast-check'
import { api } from '#contract'
import { jobOf, requestOf } from '#contract/connectors'
import type { Sandbox } from '#sandbox'
import { startSandbox } from '../../server/services/sandbox'
import { aConnector } from './builders'
import type { TestServer } from './makeServer'
import type { Receiver } from './receiver'
import { bodies, expressions, sends } from './transformations'
import { aWebhook, type WebhookRoute } from './webhooks'

/** Generous limits, because only bodies are compared. */
const PATIENT = { milliseconds: 20_000 }

/** Request body in the console's preview, computed from the API's answers. */
async function previewOf(
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
  const script = { source: connector.transformation, entry: 'main', limits: PATIENT } as const
  const outcome = await sandbox.run(script, JSON.stringify(job))
  if ('error' in outcome) throw new Error(outcome.error.message)
  const request = requestOf(outcome.value)
  if (!request || 'error' in request) throw new Error(JSON.stringify(request))
  return request.body ?? ''
}

/** Result of a transformation in the preview and at the receiver. */
export interface Comparison {
  transformation: string
  /** JSON text of the message's body. */
  body: string
  preview: Buffer
  received: Buffer | undefined
}

/** Runs each generated transformation on each generated message. */
export async function comparePreviews(
  server: TestServer,
  receiver: Receiver,
  size: { transformations: number; messages: number },
): Promise<Comparison[]> {
  const sandbox = startSandbox({ size: 1 })
  const route = await aWebhook(server, { enabled: false })
  const { space, device, tags } = route
  const targets = fc.sample(expressions, size.transformations).map(async (expression, i) => {
    const path = `/preview/${i}`
    const transformation = sends(receiver.url + path, expression)
    return { path, connector: await aConnector(server, space, { tags, transformation }) }
  })
  const comparisons: Comparison[] = []
  try {
    const connectors = await Promise.all(targets)
    for (const [before, body] of fc.sample(bodies, size.messages).entries()) {
      const { id } = await route.send(body)
      for (const { path, connector } of connectors) {
        const preview = Buffer.from(await previewOf(server, sandbox, { space, device, connector }, id))
        const request = (await receiver.arrivals(path, before + 1)).at(-1)
        comparisons.push({
          transformation: connector.transformation,
          body,
          preview,
          received: request?.bytes,
        })
      }
    }
  } finally {
    sandbox.close()
  }
  return comparisons
}
