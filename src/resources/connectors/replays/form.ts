import { DAY } from '#contract/common/durations'
import { type Connector, RATE_MAX, RATE_MIN } from '#contract/connectors'
import { type MessageType, typesOf } from '#contract/messages'
import { REPLAY_NAMED_MAX, type ReplayCreate } from '#contract/replays'
import { serverNow } from '../../../clock'
import type { ScopeValues } from '../../../components/alerts/scope/scope'
import { refusalsOf } from '../../../components/draft/drafts'
import { ApiError } from '../../../dataProvider/client'
import { msg } from './texts'

/** Values of the replay dialog. */
export interface ReplayValues {
  /** ISO texts; invalid text while somebody types. */
  after: string | null
  before: string | null
  scope: Pick<ScopeValues, 'tag_ids' | 'device_ids'> & { kind: 'own' | 'tags' | 'devices' }
  types: MessageType[]
  failed_only: boolean
  /** Text while it is not a number. */
  rate: number | string | null
}

/** Initial values: the last 24 hours, and the connector's triggers. */
export const newValues = ({ triggers, tags }: Connector, now: number): ReplayValues => ({
  after: new Date(now - DAY).toISOString(),
  before: new Date(now).toISOString(),
  scope: { kind: tags.length > 0 ? 'own' : 'devices', tag_ids: [], device_ids: [] },
  types: typesOf(triggers),
  failed_only: false,
  rate: null,
})

/** Why the values are incomplete or invalid; null if they are valid. */
export function problemOf({ after, before, scope, types, rate }: ReplayValues) {
  const [from, to] = [after, before].map((time) => Date.parse(time ?? ''))
  if (from === undefined || to === undefined || !(from < to && from < serverNow()))
    return msg('connectors.replays.wrongTime')
  const ids = { own: null, tags: scope.tag_ids, devices: scope.device_ids }[scope.kind]
  if (ids?.length === 0) return msg('connectors.replays.noScope')
  if (ids && ids.length > REPLAY_NAMED_MAX) return msg('connectors.replays.tooMany')
  if (types.length === 0) return msg('connectors.replays.noTypes')
  if (rate !== null && !(typeof rate === 'number' && rate >= RATE_MIN && rate <= RATE_MAX))
    return msg('connectors.replays.wrongRate')
  return null
}

/** Input of the call that starts a replay. */
export const inputOf = ({ after, before, scope, types, failed_only, rate }: ReplayValues): ReplayCreate => ({
  after: after ?? '',
  before: before ?? '',
  ...(scope.kind === 'tags' && { tag_id: scope.tag_ids }),
  ...(scope.kind === 'devices' && { device_id: scope.device_ids }),
  type: types,
  failed_only,
  rate: typeof rate === 'number' ? rate : null,
})

/** Fields of the dialog by their names in the API. */
const FIELDS = {
  after: 'after',
  before: 'before',
  device_id: 'scope.device_ids',
  tag_id: 'scope.tag_ids',
  type: 'types',
  rate: 'rate',
} as const
const NAMES = ['after', 'before', 'device_id', 'tag_id', 'type', 'rate'] as const

/** Fields that the server refuses, with its messages; empty if the error is about no field. */
export function refusedFieldsOf(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 400) return []
  return [...refusalsOf(error.body, NAMES)].flatMap(([name, message]) =>
    name ? { field: FIELDS[name], message } : [],
  )
}
