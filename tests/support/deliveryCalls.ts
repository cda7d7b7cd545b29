import { expect } from 'vitest'
import { connectorsApi } from '#contract/connectors'
import { aConnector, aDevice, aSpace, type Fillable } from './builders'

export type OwnRoute = Awaited<ReturnType<typeof aRoute>>

/** Creates a space with a connector and a device. */
export async function aRoute(server: Fillable) {
  const space = await aSpace(server)
  return { space, connector: await aConnector(server, space), device: await aDevice(server, space) }
}

/** Calls about deliveries, as the owner of the space of the current route. */
export function deliveryCalls(server: Pick<Fillable, 'call'>, route: () => Omit<OwnRoute, 'device'>) {
  const on = async (method: string, path: string, body?: unknown) => {
    const { space, connector } = route()
    const url = `/spaces/${space.id}/connectors/${connector.id}${path}`
    return server.call(method, url, { token: space.owner.token, body })
  }

  const list = async (query: Record<string, string> = {}) => {
    const answer = await on('GET', `/deliveries?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(200)
    return connectorsApi.deliveries.answer.parse(await answer.json())
  }

  const detail = async (id: string) =>
    connectorsApi.delivery.answer.parse(await (await on('GET', `/deliveries/${id}`)).json())

  return {
    on,
    list,
    detail,
    ids: async (query: Record<string, string>) => (await list(query)).map(({ id }) => id),
    count: async (query: Record<string, string> = {}) => {
      const answer = await on('GET', `/deliveries/count?${new URLSearchParams(query)}`)
      return connectorsApi.deliveryCount.answer.parse(await answer.json()).count
    },
    stateOf: async (id: string) => (await detail(id)).state,
  }
}
