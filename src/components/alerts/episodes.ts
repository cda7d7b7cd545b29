import {
  type Alert,
  type AlertNote,
  type ConnectorEpisode,
  type Episode,
  isOfConnectors,
  type Trial,
} from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import type { spaceAddresses } from '../../addresses'
import { toIsoTime } from '../../dataProvider/ranges'

/** Margin before and after an episode: a part of its length, but at least this many milliseconds. */
const AROUND = { part: 0.25, least: 30 * MINUTE }

/** Start and end of an episode with its margins, in milliseconds since 1970. */
export function timesAround({ since, ended_at }: Pick<Episode, 'since' | 'ended_at'>, now: number) {
  const [start, end] = [Date.parse(since), ended_at === null ? now : Date.parse(ended_at)]
  const around = Math.max(AROUND.least, AROUND.part * (end - start))
  return { after: Math.floor(start - around), before: Math.ceil(Math.min(now, end + around)) }
}

/** An episode in an alert or preview: of a device, one of its values, or a connector. */
export interface SubjectEpisode extends Omit<Episode, 'device_id' | 'device_name'> {
  /** The resource that has its page. */
  resource: 'devices' | 'connectors'
  id: string
  name: string
}

const ofDevice = ({ device_id: id, device_name: name, ...others }: Episode): SubjectEpisode => ({
  resource: 'devices',
  id,
  name,
  ...others,
})

const ofConnector = ({
  connector_id: id,
  connector_name: name,
  ...others
}: ConnectorEpisode): SubjectEpisode => ({
  resource: 'connectors',
  id,
  name,
  path: null,
  worst: null,
  ...others,
})

/** The episodes of an alert, of devices or connectors. */
export const episodesOf = ({
  devices,
  connectors,
}: Pick<Alert, 'devices' | 'connectors'>): SubjectEpisode[] => [
  ...devices.map(ofDevice),
  ...connectors.map(ofConnector),
]

/** The episodes of a preview. */
export const episodesOfPreview = ({
  alerts,
  connectors,
}: Pick<Trial, 'alerts' | 'connectors'>): SubjectEpisode[] => episodesOf({ devices: alerts, connectors })

/** When the condition of an alert began to hold. Some servers only know when the alert opened. */
export const beganAt = ({ since, opened_at }: Pick<Alert, 'since' | 'opened_at'>): string =>
  since ?? opened_at

/** Who looks after an alert. Some servers only know who acknowledged it. */
export const assigneeOf = ({
  assigned_to,
  acknowledged_by,
}: Pick<Alert, 'assigned_to' | 'acknowledged_by'>) => assigned_to ?? acknowledged_by

/** The notes of an alert, newest first. A server without separate notes has only that of the last acknowledgement. */
export function notesOf(alert: Alert): readonly AlertNote[] {
  const { id, notes, note: text, acknowledged_by: by, acknowledged_at: at } = alert
  if (notes.length > 0 || text === null || at === null) return notes
  return [{ id, text, by: by ?? '', at }]
}

/** The number of devices or connectors in an alert, with its text key. */
export const countedOf = ({
  condition,
  device_count,
  connector_count,
}: Pick<Alert, 'condition' | 'device_count' | 'connector_count'>) =>
  isOfConnectors(condition)
    ? ({ words: 'connectorCount', smart_count: connector_count } as const)
    : ({ words: 'deviceCount', smart_count: device_count } as const)

type Addresses = ReturnType<typeof spaceAddresses>
type Place = Pick<SubjectEpisode, 'id' | 'path' | 'since' | 'ended_at'>

/** The address of the device's history around an episode, with its value. */
export function historyAddress(addresses: Addresses, episode: Place, now: number): string {
  const { after, before } = timesAround(episode, now)
  const query = new URLSearchParams({ tab: 'history', range: `${after}-${before}` })
  if (episode.path !== null) query.set('series', episode.path)
  return `${addresses.record('devices', episode.id)}?${query}`
}

/** The address of the device's messages around an episode. */
export function messagesAddress(addresses: Addresses, episode: Place, now: number): string {
  const { after, before } = timesAround(episode, now)
  const created_at = { start: toIsoTime(after), end: toIsoTime(before) }
  return addresses.list('messages', { deviceId: episode.id, filter: { created_at } })
}

/** The address of the connector's deliveries that failed during an episode. */
export const deliveriesAddress = (
  addresses: Addresses,
  { id, since, ended_at }: Place,
  now: number,
): string =>
  addresses.deliveries(id, {
    after: since,
    before: ended_at ?? new Date(now).toISOString(),
    outcome: 'failed',
  })
