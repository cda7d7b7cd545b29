import { foldText, partOfSearched, wordsOf } from '#contract/common'
import {
  type ConfigurationState,
  type DeviceFilters,
  type DeviceListQuery,
  SERIES_SORT,
  WISHED_STATES,
} from '#contract/devices'
import { seriesApi } from '#contract/series'
import { ApiError } from '../../errors'
import { authorize, type Caller } from '../common/caller'
import { selectText } from '../common/columns'
import { notMoved, notOfMoved } from '../common/visibility'
import { pagedList, type SpaceStatement } from '../resources/pagedList'
import { meets, readConditions } from './conditions'
import { CONTACT, isInState, stateRank } from './contact'
import { columnsAt, FIRMWARE, mayReadAlerts, openAlerts } from './devices'

/** SQL condition: the configuration of a device is in one of the states. The index has those for which something is wished. */
function isConfigured(statement: SpaceStatement, states: readonly ConfigurationState[]): string[] {
  const wished = WISHED_STATES.filter((state) => states.includes(state))
  const of = (some: readonly ConfigurationState[]) => `${statement.id} in (
    select o.device_id from device_configuration o
    where o.space_id = $1 and o.state <> 'none' and o.state = any(${statement.value(some)}::text[]))`
  if (!states.includes('none')) return [of(wished)]
  const others = WISHED_STATES.filter((state) => !states.includes(state))
  return others.length === 0 ? [] : [`not ${of(others)}`]
}

const carrying = (
  statement: SpaceStatement,
  tagIds: readonly string[],
) => `select f.device_id from device_tag f
    where f.space_id = $1 and f.tag_id = any(${statement.value(tagIds)}::uuid[])`

/** The condition that a device carries one of the tags that a key is limited to. */
const isWithin = (statement: SpaceStatement, id: string, tagIds: readonly string[]) =>
  `${id} in (${carrying(statement, tagIds)})`

const COMMENT = { field: 'comment', key: '', not: false, operator: 'contains' } as const

function filter(statement: SpaceStatement, filters: DeviceFilters) {
  const {
    name,
    serial_number,
    external_id,
    comment,
    moved,
    state,
    firmware,
    configuration,
    tag_ids,
    tag_filter_logic,
    text,
    where,
  } = filters
  const { conditions } = statement
  if (moved === 'true') conditions.push(`(${notMoved('device')}) = ${statement.value(false)}::boolean`)
  else
    conditions.push(statement.first.table === CONTACT.table ? notOfMoved(CONTACT.table) : notMoved('device'))
  if (name) conditions.push(`strpos(device.name, ${statement.value(foldText(name))}) > 0`)
  if (serial_number) conditions.push(`strpos(device.serial_number, ${statement.value(serial_number)}) > 0`)
  if (comment) conditions.push(meets(statement, { ...COMMENT, value: comment }))
  for (const word of wordsOf(text ?? ''))
    conditions.push(`device.searched like ${statement.value(`%${partOfSearched(word)}%`)}`)
  for (const condition of readConditions(where)) conditions.push(meets(statement, condition))
  // Exactly the expression of the index.
  if (external_id) conditions.push(`coalesce(device.external_id, '') = ${statement.value(external_id)}`)
  // A device that was moved away has no state.
  if (state?.length) conditions.push(moved === 'true' ? 'false' : isInState(state, statement.now))
  if (firmware) conditions.push(`${FIRMWARE} = ${statement.value(firmware)}`)
  if (configuration?.length) conditions.push(...isConfigured(statement, configuration))
  if (!tag_ids?.length) return
  const wanted = [...new Set(tag_ids.map((id) => id.toLowerCase()))]
  const all = `group by f.device_id having count(*) = ${wanted.length}`
  const ids = `${carrying(statement, wanted)} ${tag_filter_logic === 'any' ? '' : all}`
  conditions.push(`${statement.id} in (${ids})`)
}

/** The pages of the device list. In ascending order, devices that were never seen, or have no external id, come first. */
const devicePages = pagedList<
  DeviceFilters & Pick<DeviceListQuery, 'series_path'>,
  DeviceListQuery['sort_by']
>({
  table: 'device',
  joinedTable: { ...CONTACT, sorts: ['last_seen', 'session_id', 'state', 'series'] },
  selection: (now) => selectText(columnsAt(now)),
  selectionFor: (caller, value) => `${openAlerts(value(mayReadAlerts(caller)))} as open_alerts`,
  sorts: {
    id: (row) => `${row}.id`,
    name: (row) => `${row}.name`,
    serial_number: (row) => `${row}.serial_number`,
    external_id: (row) => `coalesce(${row}.external_id, '')`,
    last_seen: (row) => `coalesce(${row}.last_seen, '-infinity'::timestamptz)`,
    session_id: (row) => `${row}.session_id`,
    state: (row, now) => stateRank(row, now()),
    series: (row, _now, order) =>
      `coalesce(${row}_series.last_value, '${order === 'asc' ? '' : '-'}infinity'::float8)`,
  },
  joins: {
    series: (
      row,
      value,
      { series_path },
    ) => `left join series ${row}_series on ${row}_series.space_id = ${row}.space_id
      and ${row}_series.device_id = ${row}.device_id and ${row}_series.path = ${value(series_path)}`,
  },
  ascending: ['state'],
  filter,
  isWithin,
})

/** Checks that a caller may filter devices so: those who read no values learn nothing of them. @throws ApiError 400, 403 */
export function authorizeFilters(caller: Caller, { where }: DeviceFilters) {
  if (readConditions(where).some(({ field }) => field === 'value'))
    authorize(caller, seriesApi.list.permission)
}

/** The list of devices. Rules, "Devices". */
export const deviceList = {
  ...devicePages,
  /** @throws ApiError 400 for a text that is no condition, or without the path of a sort by values, 403 for a caller that may not read them */
  list: async (...[deps, caller, spaceId, query]: Parameters<typeof devicePages.list>) => {
    authorizeFilters(caller, query)
    if (query.sort_by === SERIES_SORT) {
      authorize(caller, seriesApi.list.permission)
      if (!query.series_path) throw new ApiError(400, `series_path is required with sort_by=${SERIES_SORT}`)
    }
    return devicePages.list(deps, caller, spaceId, query)
  },
  /** @throws ApiError 400 for a text that is no condition, 403 for filters by values of a caller that may not read them */
  count: async (...[deps, caller, spaceId, filters]: Parameters<typeof devicePages.count>) => {
    authorizeFilters(caller, filters)
    return devicePages.count(deps, caller, spaceId, filters)
  },
  /** @throws ApiError 400 for a text that is no condition, 403 for filters by values of a caller that may not read them */
  ids: async (...[deps, caller, spaceId, filters, most]: Parameters<typeof devicePages.ids>) => {
    authorizeFilters(caller, filters)
    return devicePages.ids(deps, caller, spaceId, filters, most)
  },
}
