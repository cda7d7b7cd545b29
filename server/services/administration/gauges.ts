import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'
import type { Lane } from '../../lane'
import * as metrics from '../../metrics'
import { IS_HELD, IS_LIMITED } from '../deliveries/pauses'
import { ONLY_READ, unreadiness } from './health'
import { readArchive, readBackups } from './installation/routines'
import { spaceOf } from './installation/size'

/** The due part of a queue: how much, and for how many seconds the oldest has been waiting. */
interface Depth {
  queue: string
  length: number
  oldest: number | null
}

/** Most rows of a queue that are read, so that a scrape does not read a backlog of millions. */
const LOOKED_AT = 100_000

const DEPTH = 'count(*)::int as length, extract(epoch from now() - min(due))::float8 as oldest'

const depthOf = (queue: string, from: string, time: string, where: string) => `
  select '${queue}' as queue, ${DEPTH} from (select ${time} as due from ${from} where ${where} limit ${LOOKED_AT}) d`

/**
 * Deliveries that are held back, or that wait for the limits of their connector, are in queues of their own: they are no sign of a slow
 * server.
 */
const DELIVERIES = `
  select held.queue, ${DEPTH}
  from (
    select d.space_id, d.connector_id, d.due_at as due from delivery d
    where d.state = 'pending' and d.due_at <= now() and not d.is_taken limit ${LOOKED_AT}
  ) d
    left join connector_operation o on o.space_id = d.space_id and o.connector_id = d.connector_id
    left join connector c on c.space_id = d.space_id and c.id = d.connector_id
    cross join lateral (select case when ${IS_HELD} then 'deliveries_held'
      when ${IS_LIMITED} then 'deliveries_limited' else 'deliveries' end as queue) held
  group by held.queue`

const QUEUES = [
  DELIVERIES,
  // By their age.
  depthOf(
    'deliveries_retries',
    'delivery',
    'created_at',
    `state = 'pending' and attempts > 0 and due_at > now() and not is_taken`,
  ),
  depthOf('deliveries_tests', 'delivery_test', 'due_at', 'due_at <= now()'),
  depthOf('histories', 'device_contact', 'history_from', 'history_from is not null'),
  depthOf('mail', 'mail', 'due_at', `state = 'waiting' and due_at <= now()`),
  depthOf('alerts', 'alert_news', 'at', 'true'),
  depthOf('push', 'push', 'due_at', 'due_at <= now()'),
  depthOf('deletions', 'deletion', 'kept_until', 'kept_until <= now()'),
]

/** A table that is partitioned by month, and its last partition, as in message_2026_11. */
interface Partitioned {
  table: string
  count: number
  last: string
}

const PARTITIONS = `
  select i.inhparent::regclass::text as table, count(*)::int as count, max(c.relname) as last
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where p.relkind = 'p' group by i.inhparent`

/** The end of the month of a partition, in seconds since 1970. */
function endOf(partition: string): number {
  const [year = 0, month = 0] = partition.split('_').slice(-2).map(Number)
  return Date.UTC(year, month) / 1000
}

/** Reads the database's figures and its queues, one query after the other: calls need its connections. */
async function readDatabase(deps: Pick<Deps, 'db' | 'settings'>) {
  const { $client } = deps.db
  const { rows: partitions } = await $client.query<Partitioned>(PARTITIONS)
  const depths: Depth[] = ['deliveries', 'deliveries_held', 'deliveries_limited'].map((queue) => ({
    queue,
    length: 0,
    oldest: null,
  }))
  for (const text of QUEUES) depths.push(...(await $client.query<Depth>(text)).rows)
  const backups = deps.settings.hasBackups ? await readBackups(deps) : null
  const archive = deps.settings.hasArchive ? await readArchive(deps) : null
  return { partitions, depths, backups, archive }
}

/** Gauges that are read from the database, and are unknown while it does not answer. */
const OF_DATABASE = [
  metrics.partitions,
  metrics.partitionsEnd,
  metrics.queueLength,
  metrics.queueOldest,
  metrics.backupTime,
  metrics.backupSize,
  metrics.backupFailing,
  metrics.archiveTime,
  metrics.archiveFailing,
]

function setDatabase(read: Awaited<ReturnType<typeof readDatabase>> | null) {
  for (const gauge of OF_DATABASE) gauge.reset()
  if (!read) return
  for (const { table, count, last } of read.partitions) {
    metrics.partitions.set({ table }, count)
    metrics.partitionsEnd.set({ table }, endOf(last))
  }
  for (const { queue, length, oldest } of read.depths) {
    metrics.queueLength.set({ queue }, length)
    metrics.queueOldest.set({ queue }, Math.max(oldest ?? 0, 0))
  }
  if (read.archive) {
    const { finished_at, error } = read.archive
    metrics.archiveFailing.set({ archive: 'messages' }, error === null ? 0 : 1)
    if (finished_at !== null) metrics.archiveTime.set({ archive: 'messages' }, Date.parse(finished_at) / 1000)
  }
  if (!read.backups) return
  const { last, error } = read.backups
  metrics.backupFailing.set({ backup: 'nightly' }, error === null ? 0 : 1)
  if (last === null) return
  const labels = { checked: String(last.checked_at !== null) }
  metrics.backupTime.set(labels, Date.parse(last.created_at) / 1000)
  metrics.backupSize.set(labels, last.size)
}

/** Reads the gauges of a scrape: the database, its pool, the lanes, and the machine of this copy. */
export async function readGauges(
  deps: Pick<Deps, 'db' | 'readOnly' | 'log' | 'clock' | 'settings'>,
  lanes: Readonly<Record<string, Lane>>,
): Promise<void> {
  const { db, clock, settings } = deps
  metrics.buildInfo.set({ version: settings.version }, 1)
  metrics.clockAhead.set(clock.ahead / 1000)
  if (settings.dataFolder !== null) {
    const { used, limit } = await spaceOf(settings.dataFolder)
    metrics.diskFree.set({ disk: 'data' }, limit - used)
  }
  const { totalCount, idleCount, waitingCount } = db.$client
  metrics.databaseConnections.set({ state: 'busy' }, totalCount - idleCount)
  metrics.databaseConnections.set({ state: 'idle' }, idleCount)
  metrics.databaseWaiting.set(waitingCount)
  for (const [lane, { running, waiting }] of Object.entries(lanes)) {
    metrics.laneCalls.set({ lane, state: 'running' }, running)
    metrics.laneCalls.set({ lane, state: 'waiting' }, waiting)
  }
  const trouble = await unreadiness(deps)
  const read = async () => (trouble === null || trouble === ONLY_READ ? readDatabase(deps) : null)
  const found = await read().catch((error: unknown) => {
    deps.log.error('metrics of the database cannot be read', { error: reasonOf(error) })
    return null
  })
  metrics.databaseUp.set(trouble === null && found ? 1 : 0)
  setDatabase(found)
}
