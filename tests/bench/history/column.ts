import { latestApi } from '#contract/series'
import { aDevice, aSpace, type TestSpace } from '../../support/builders'
import type { TestServer } from '../../support/makeServer'
import { ApiClient } from '../api/apiClient'
import { compare } from '../api/compare'
import type { Line } from '../api/lines'
import { copyHistory, fillHistory, PATHS } from './fill'
import { benchOpening } from './opening'

const ROWS = 50
const MINUTES = 600_000
/** Of the calls: the column is a second one. What people wait for is measured by the opening. */
const GOAL = 3

/** A column as the console keeps it of a value that somebody has chosen. */
async function columnOf(api: ApiClient, space: TestSpace, path: string): Promise<object> {
  const all = latestApi.paths.answer.parse(JSON.parse(await api.get(`/spaces/${space.id}/series`)))
  const one = all.find((each) => each.path === path)
  if (!one) throw new Error(`No device measures ${path}.`)
  const { label, unit, decimals, is_boolean } = one
  return { path, label, unit, decimals, is_boolean }
}

/** A page of the device list with the last values of its devices, which are asked for when it is there, against the page alone. */
export async function benchColumn(server: TestServer): Promise<Line[]> {
  const space = await aSpace(server)
  const ids: string[] = []
  for (let i = 0; i < ROWS; i++) ids.push((await aDevice(server, space)).id)
  const [deviceId = '', ...others] = ids
  const one = { spaceId: space.id, deviceId }
  await fillHistory(server, one, { days: 2, until: Math.floor(Date.now() / MINUTES) * MINUTES })
  for (const other of others) await copyHistory(server, one, other)
  await server.db.$client.query('vacuum (analyze)')
  const base = await server.listen()
  const api = new ApiClient(`${base}/v2`, space.owner.token)
  const path = PATHS[3] ?? ''
  const list = async () => api.get(`/spaces/${space.id}/devices`, { sort_by: 'name', limit: ROWS })
  const column = async () => {
    await list()
    return api.get(`/spaces/${space.id}/series/latest`, { device_id: ids, path })
  }
  const { first, last } = await compare(list, column)
  const opening = await benchOpening({ base, space, rows: ROWS, column: await columnOf(api, space, path) })
  api.close()
  return [
    {
      what: `The calls for ${ROWS} devices with a column of last values, against the call for the list without`,
      measured: `${(last / first).toFixed(2)}× (${last.toFixed(1)} / ${first.toFixed(1)} ms)`,
      goal: `≤ ${GOAL}×`,
      met: last / first <= GOAL,
    },
    opening,
  ]
}
