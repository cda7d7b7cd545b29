import { Agent, get as httpGet } from 'node:http'
import type { Client } from 'pg'
import { DEVICE_SORTS, type DeviceListQuery, deviceListQuery, devicesApi } from '#contract/devices'
import { devicePage } from '../../../server/services/devices'
import { compare, type Pair } from './compare'
import type { Setup } from './setup'

export const PAGE = 50

export interface DevicePaging {
  sort: string
  /** Through the server. */
  http: Pair
  /** The statement alone. */
  driver: Pair
}

const agent = new Agent({ keepAlive: true })

/** Text of an answer of the API. */
const get = (url: string, token: string) =>
  new Promise<string>((resolve, reject) => {
    httpGet(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))))
    }).on('error', reject)
  })

const idsOf = (json: string) => devicesApi.list.answer.parse(JSON.parse(json)).map(({ id }) => id)

/** The first and the last page of each sort of the device list, through the server and by the driver. */
export async function pageDevices(setup: Setup, client: Client): Promise<DevicePaging[]> {
  const results: DevicePaging[] = []
  for (const sort_by of DEVICE_SORTS)
    for (const order_by of ['asc', 'desc'] as const)
      results.push(await pageSort(setup, client, sort_by, order_by))
  agent.destroy()
  return results
}

async function pageSort(
  { base, token, spaceId }: Setup,
  client: Client,
  sort_by: DeviceListQuery['sort_by'],
  order_by: DeviceListQuery['order_by'],
): Promise<DevicePaging> {
  const urlOf = (query: Record<string, string | number>) =>
    `${base}/spaces/${spaceId}/devices?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
  const first = { sort_by, order_by, limit: PAGE }

  // The same sort turned round begins with the last page, backwards, and goes on with the row before that page.
  const backwards = { ...first, order_by: order_by === 'asc' ? 'desc' : 'asc', limit: PAGE + 1 }
  const end = idsOf(await get(urlOf(backwards), token)).toReversed()
  const [cursor = '', ...wanted] = end
  const last = { ...first, cursor }
  const found = idsOf(await get(urlOf(last), token))
  if (found.length !== PAGE || found.some((id, i) => id !== wanted[i]))
    throw new Error(`The last page by ${sort_by} ${order_by} has other devices than it should.`)

  const send = (query: Record<string, string | number>) => {
    const statement = devicePage(spaceId, deviceListQuery.parse(query))
    return () => client.query(statement)
  }
  const [firstUrl, lastUrl] = [urlOf(first), urlOf(last)]
  return {
    sort: `${sort_by} ${order_by}`,
    http: await compare(
      () => get(firstUrl, token),
      () => get(lastUrl, token),
    ),
    driver: await compare(send(first), send(last)),
  }
}
