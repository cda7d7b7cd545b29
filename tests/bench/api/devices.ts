import type { Client } from 'pg'
import { DEVICE_SORTS, devicesApi } from '#contract/devices'
import { keysApi } from '#contract/keys'
import { deviceList } from '../../../server/services/devices/devices'
import { ApiClient } from './apiClient'
import { compare } from './compare'
import { benchDeviceSearch } from './deviceSearch'
import { keyLine, type Line, pagingLine, throughputLine } from './lines'
import { PAGE, type Setup } from './setup'
import { benchSorts } from './sorts'
import { measureKey, measureThroughput } from './throughput'

/**
 * States change with the time, so no index has them: a page by state reads all devices of the space, and must cost what
 * another page does that reads them all, or in the case of a filter what one does that looks for those that match in the
 * order of an index.
 */
async function benchStates(
  { spaceId }: Setup,
  client: Client,
  api: ApiClient,
  path: string,
): Promise<Line[]> {
  const plain = { sort_by: 'name', order_by: 'asc', limit: PAGE }
  const worst = { ...plain, sort_by: 'state' }
  const all = { ...plain, name: 'nothing-has-this-name' }
  const cases: [what: string, query: object, against: object][] = [
    ['by state against all looked through for a name', worst, all],
    ['by state the other way against all looked through for a name', { ...worst, order_by: 'desc' }, all],
    [
      'that are silent, the worst first, against all looked through for a name',
      { ...worst, state: 'silent' },
      all,
    ],
    [
      'that are late against those with a part of a name, by name',
      { ...plain, state: 'late' },
      { ...plain, name: '-chester-1' },
    ],
  ]
  const read = (query: object) => () => api.get(path, query)
  const send = (query: object) => () =>
    client.query(deviceList.page(spaceId, devicesApi.list.query.parse(query), new Date()))
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
    deviceList.page(setup.spaceId, devicesApi.list.query.parse(query), new Date())
  const lines = await benchSorts({ what: 'Devices', path, sorts: DEVICE_SORTS, statementOf }, client, api)
  lines.push(...(await benchStates(setup, client, api, path)))
  const created = await api.post(
    `/spaces/${setup.spaceId}/keys`,
    JSON.stringify({ name: 'bench', permissions: ['space:device:read'] }),
  )
  api.close()
  const { id: key } = keysApi.create.answer.parse(JSON.parse(created))
  const query = { limit: PAGE }
  lines.push(keyLine(await measureKey(setup, key, path, query)))
  lines.push(throughputLine('Device page', await measureThroughput(setup, path, query, statementOf(query))))
  lines.push(...(await benchDeviceSearch(setup, client)))
  return lines
}
