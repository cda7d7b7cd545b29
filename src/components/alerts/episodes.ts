import type { Episode } from '#contract/alerts'
import type { spaceAddresses } from '../../addresses'
import { toIsoTime } from '../../dataProvider/ranges'

const MINUTE = 60_000
/** Shown before and after an episode: a part of its length, and at least so many milliseconds. */
const AROUND = { part: 0.25, least: 30 * MINUTE }

/** The times around an episode, in milliseconds since 1970. */
export function timesAround({ since, ended_at }: Pick<Episode, 'since' | 'ended_at'>, now: number) {
  const [start, end] = [Date.parse(since), ended_at === null ? now : Date.parse(ended_at)]
  const around = Math.max(AROUND.least, AROUND.part * (end - start))
  return { after: Math.floor(start - around), before: Math.ceil(Math.min(now, end + around)) }
}

type Addresses = ReturnType<typeof spaceAddresses>
type Place = Pick<Episode, 'device_id' | 'path' | 'since' | 'ended_at'>

/** The history of the device at the time of an episode, with its value. */
export function historyAddress(addresses: Addresses, episode: Place, now: number): string {
  const { after, before } = timesAround(episode, now)
  const query = new URLSearchParams({ tab: 'history', range: `${after}-${before}` })
  if (episode.path !== null) query.set('series', episode.path)
  return `${addresses.record('devices', episode.device_id)}?${query}`
}

/** The messages of the device at the time of an episode. */
export function messagesAddress(addresses: Addresses, episode: Place, now: number): string {
  const { after, before } = timesAround(episode, now)
  const created_at = { start: toIsoTime(after), end: toIsoTime(before) }
  return addresses.list('messages', { deviceId: episode.device_id, filter: { created_at } })
}
