import type { Client } from 'pg'
import { DEVICE_SORTS, deviceListQuery } from '#contract/devices'
import { keysApi } from '#contract/keys'
import { deviceList } from '../../../server/services/devices'
import { ApiClient } from './apiClient'
import { benchDeviceSearch } from './deviceSearch'
import { keyLine, type Line, throughputLine } from './lines'
import { PAGE, type Setup } from './setup'
import { benchSorts } from './sorts'
import { measureKey, measureThroughput } from './throughput'

/** The first and the last page of each sort of the device list, and how many first pages a second. */
export async function benchDevices(setup: Setup, client: Client): Promise<Line[]> {
  const api = new ApiClient(setup.base, setup.token)
  const path = `/spaces/${setup.spaceId}/devices`
  const statementOf = (query: object) =>
    deviceList.page(setup.spaceId, deviceListQuery.parse(query), new Date())
  const lines = await benchSorts({ what: 'Devices', path, sorts: DEVICE_SORTS, statementOf }, client, api)
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
