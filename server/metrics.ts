import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this copy of the server, for Prometheus (docs: monitoring). No label is an id. */
export const registry = new Registry()

const registers = [registry]

collectDefaultMetrics({ register: registry })

export const buildInfo = new Gauge({
  name: 'spaceport_build_info',
  help: 'Version of this copy of the server; the value is 1.',
  labelNames: ['version'],
  registers,
})

export const requestDuration = new Histogram({
  name: 'spaceport_http_request_duration_seconds',
  help: 'Time until the answers of requests began, by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

export const uplinks = new Counter({
  name: 'spaceport_uplinks_total',
  help: 'Messages of devices that were answered as stored; one that is repeated counts again.',
  registers,
})

export const deliveryAttempts = new Counter({
  name: 'spaceport_delivery_attempts_total',
  help: 'Attempts of deliveries by what became of the delivery: delivered, retry, failed or cancelled.',
  labelNames: ['outcome'],
  registers,
})

export const deliveryLag = new Histogram({
  name: 'spaceport_delivery_lag_seconds',
  help: 'Time from when deliveries were due until their attempts began, with the time in which their connectors were held.',
  buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600, 21_600, 86_400],
  registers,
})

export const historyLag = new Histogram({
  name: 'spaceport_history_lag_seconds',
  help: 'Time from when messages came until their values were in the histories, and evaluated by alert rules.',
  buckets: [0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 900, 3600, 21_600],
  registers,
})

export const workerLastRound = new Gauge({
  name: 'spaceport_worker_last_round_timestamp_seconds',
  help: 'When workers last finished a round without a failure.',
  labelNames: ['worker'],
  registers,
})

export const workerFailures = new Counter({
  name: 'spaceport_worker_failures_total',
  help: 'Rounds of workers that failed.',
  labelNames: ['worker'],
  registers,
})

export const databaseUp = new Gauge({
  name: 'spaceport_database_up',
  help: 'Whether the database answered within three seconds, can store, and answered the questions of these metrics.',
  registers,
})

export const databaseConnections = new Gauge({
  name: 'spaceport_database_connections',
  help: 'Connections to the database that serve calls, by state: busy or idle.',
  labelNames: ['state'],
  registers,
})

export const databaseWaiting = new Gauge({
  name: 'spaceport_database_waiting',
  help: 'Calls that wait for a connection to the database.',
  registers,
})

export const laneCalls = new Gauge({
  name: 'spaceport_lane_calls',
  help: 'Calls by lane and state: running or waiting.',
  labelNames: ['lane', 'state'],
  registers,
})

export const queueLength = new Gauge({
  name: 'spaceport_queue_length',
  help: 'What is due and waits, of all copies together.',
  labelNames: ['queue'],
  registers,
})

export const queueOldest = new Gauge({
  name: 'spaceport_queue_oldest_seconds',
  help: 'For how long the oldest of what is due has waited.',
  labelNames: ['queue'],
  registers,
})

export const partitions = new Gauge({
  name: 'spaceport_partitions',
  help: 'Monthly partitions by table.',
  labelNames: ['table'],
  registers,
})

export const partitionsEnd = new Gauge({
  name: 'spaceport_partitions_end_timestamp_seconds',
  help: 'Until when the last partition reaches, by table.',
  labelNames: ['table'],
  registers,
})

export const diskFree = new Gauge({
  name: 'spaceport_disk_free_bytes',
  help: "Room on the disk of the server's own database; missing with another database.",
  labelNames: ['disk'],
  registers,
})

export const backupTime = new Gauge({
  name: 'spaceport_backup_last_timestamp_seconds',
  help: 'Of when the rows of the last good backup are, and whether it was restored for a try; missing before the first, and without daily backups.',
  labelNames: ['checked'],
  registers,
})

export const backupSize = new Gauge({
  name: 'spaceport_backup_last_size_bytes',
  help: 'Size of the file of the last good backup.',
  labelNames: ['checked'],
  registers,
})

export const backupFailing = new Gauge({
  name: 'spaceport_backup_failing',
  help: '1 when the last daily backup failed, or its check did.',
  labelNames: ['backup'],
  registers,
})

export const archiveTime = new Gauge({
  name: 'spaceport_archive_last_timestamp_seconds',
  help: 'When the archive last had all messages that retention drops; missing before the first time, and without an archive.',
  labelNames: ['archive'],
  registers,
})

export const archiveFailing = new Gauge({
  name: 'spaceport_archive_failing',
  help: '1 when messages stay in the database because they could not be archived.',
  labelNames: ['archive'],
  registers,
})

export const clockAhead = new Gauge({
  name: 'spaceport_clock_ahead_seconds',
  help: "How far the clock of this machine is ahead of the database's.",
  registers,
})
