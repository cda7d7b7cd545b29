import { setTimeout as wait } from 'node:timers/promises'
import {
  type ConnectorInput,
  connectorsApi,
  type DeliveryDetail,
  type DeliveryState,
} from '#contract/connectors'
import { aConnector, aDevice, aSpace, aTag, type Fillable } from './builders'
import { PATIENCE } from './patience'
import { anUplink } from './uplink'

export type WebhookRoute = Awaited<ReturnType<typeof aWebhook>>

/** Source of a connector that sends each message's body to an address. */
export const forwards = (url: string) =>
  `function main(job) { return { url: ${JSON.stringify(url)}, data: job.message.body } }`

/** Creates a space with a device, and a connector for its data, by default without retries. */
export async function aWebhook(server: Fillable, values: Partial<ConnectorInput> = {}) {
  const space = await aSpace(server)
  const tags = [await aTag(server, space)]
  const device = await aDevice(server, space, { tags })
  const connector = await aConnector(server, space, { tags, retry_delays: [], ...values })
  const on = async (method: string, path: string, body?: unknown) =>
    server.call(method, `/spaces/${space.id}/connectors/${connector.id}${path}`, {
      token: space.owner.token,
      body,
    })
  const deliveries = async (): Promise<DeliveryDetail[]> => {
    const list = connectorsApi.deliveries.answer.parse(
      await (await on('GET', '/deliveries?limit=1000')).json(),
    )
    const details = list.map(async ({ id }) => (await on('GET', `/deliveries/${id}`)).json())
    return Promise.all(details.map(async (detail) => connectorsApi.delivery.answer.parse(await detail)))
  }
  return {
    space,
    tags,
    device,
    connector,
    on,
    deliveries,
    /** Sends a message as the device. */
    send: async (body: unknown = {}) => anUplink(server, device, { body }),
    /** The only delivery, once it has this state and this number of attempts. */
    settled: async (state: DeliveryState, attempts = 1): Promise<DeliveryDetail> => {
      const until = Date.now() + PATIENCE
      for (;;) {
        const [delivery] = await deliveries()
        if (delivery?.state === state && delivery.attempts >= attempts) return delivery
        if (Date.now() > until) throw new Error(`no delivery is ${state}, but ${JSON.stringify(delivery)}`)
        await wait(20)
      }
    },
  }
}
