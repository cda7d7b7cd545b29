import type { Client } from 'pg'
import { DEVICE_SORTS, deviceListQuery } from '#contract/devices'
import { keysApi } from '#contract/keys'
import { deviceList } from '../../../server/services/devices'
import { ApiClient } from './apiClient'
import { compare } from './compare'
import { benchDeviceSearch } from './deviceSearch'
import { keyLine, type Line, pagingLine, throughputLine } from './lines'
import { PAGE, type Setup } from './setup'
import { benchSorts } from './sorts'
import { measureKey, measureThroughput } from './throughput'

/** A page that asks for states costs little more than one that does not. */
async function benchStates(
  { spaceId }: Setup,
  client: Client,
  api: ApiClient,
  path: string,
): Promise<Line[]> {
  const plain = { sort_by: 'name', order_by: 'asc', limit: PAGE }
  const sorted = { ...plain, sort_by: 'state' }
  const cases: [what: string, query: object, against: object][] = [
    ['sorted by state against sorted by name', sorted, plain],
    ['sorted by state against sorted by last contact', sorted, { ...plain, sort_by: 'last_seen' }],
    ['that are late against all, by name', { ...plain, state: ['late'] }, plain],
    ['that are silent, worst first, against all, by name', { ...sorted, state: ['silent'] }, plain],
    ['that are late against those with a name', { ...plain, state: ['late'] }, { ...plain, name: 'chester' }],
  ]
  const read = (query: object) => () => api.get(path, query)
  const send = (query: object) => () =>
    client.query(deviceList.page(spaceId, deviceListQuery.parse(query), new Date()))
  const lines: Line[] = []
  for (const [what, query, against] of cases)
    lines.push(
      pagingLine(`Devices ${what}`, {
        http: await compare(read(against), read(query)),
        driver: await compare(send(against), send(query)),
      }),
    )
  return lines
}

/** The first and the last page of each sort of the device list, and how many first pages a second. */
export async function benchDevices(setup: Setup, client: Client): Promise<Line[]> {
  const api = new ApiClient(setup.base, setup.token)
  const path = `/spaces/${setup.spaceId}/devices`
  const statementOf = (query: object) =>
    deviceList.page(setup.spaceId, deviceListQuery.parse(query), new Date())
  const lines = await benchSorts({ what: 'Devices', path, sorts: DEVICE_SORTS, statementOf }, client, api)
  lines.push(...(await benchStates(setup, client, api, path)))
  const created = await api.post(
    `/spaces/${setup.spaceId}/keys`,
    JSON.stringify({ name: 'bench', permissions: ['space:device:read'] }),
  )
  api.close()
  const { id: key } = keysApi.create.answer.parse(JSON.parse(created))
  lines.push(...(await benchDeviceSearch(client, setup.spaceId)))
  const query = { limit: PAGE }
  lines.push(keyLine(await measureKey(setup, key, path, query)))
  lines.push(throughputLine('Device page', await measureThroughput(setup, path, query, statementOf(query))))
  return lines
}
