import type { Client } from 'pg'
import { DEVICE_SORTS, type DeviceListQuery, deviceListQuery, devicesApi } from '#contract/devices'
import { devicePage } from '../../../server/services/devices'
import { ApiClient } from './apiClient'
import { compare } from './compare'
import { benchDeviceSearch } from './deviceSearch'
import { type Line, pagingLine, throughputLine } from './lines'
import { PAGE, type Setup } from './setup'
import { measureThroughput } from './throughput'

const idsOf = (json: string) => devicesApi.list.answer.parse(JSON.parse(json)).map(({ id }) => id)

/** The first and the last page of each sort of the device list, and how many first pages a second. */
export async function benchDevices(setup: Setup, client: Client): Promise<Line[]> {
  const api = new ApiClient(setup.base, setup.token)
  const lines: Line[] = []
  for (const sort_by of DEVICE_SORTS)
    for (const order_by of ['asc', 'desc'] as const)
      lines.push(await pageSort(setup, client, api, { sort_by, order_by, limit: PAGE }))
  api.close()
  lines.push(...(await benchDeviceSearch(client, setup.spaceId)))
  const path = `/spaces/${setup.spaceId}/devices`
  const statement = devicePage(setup.spaceId, deviceListQuery.parse({ limit: PAGE }))
  lines.push(throughputLine('Device page', await measureThroughput(setup, path, { limit: PAGE }, statement)))
  return lines
}

type Sort = Pick<DeviceListQuery, 'sort_by' | 'order_by' | 'limit'>

async function pageSort({ spaceId }: Setup, client: Client, api: ApiClient, first: Sort): Promise<Line> {
  const { sort_by, order_by } = first
  const read = (query: object) => api.get(`/spaces/${spaceId}/devices`, query)

  // The same sort turned round begins with the last page, backwards, and goes on with the row before that page.
  const backwards = { ...first, order_by: order_by === 'asc' ? 'desc' : 'asc', limit: PAGE + 1 }
  const [cursor = '', ...wanted] = idsOf(await read(backwards)).toReversed()
  const last = { ...first, cursor }
  const found = idsOf(await read(last))
  if (found.length !== PAGE || found.some((id, i) => id !== wanted[i]))
    throw new Error(`The last page by ${sort_by} ${order_by} has other devices than it should.`)

  const send = (query: object) => {
    const statement = devicePage(spaceId, deviceListQuery.parse(query))
    return () => client.query(statement)
  }
  return pagingLine(`Devices by ${sort_by} ${order_by}, last page against first`, {
    http: await compare(
      () => read(first),
      () => read(last),
    ),
    driver: await compare(send(first), send(last)),
  })
}
