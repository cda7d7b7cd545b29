import { hostname } from 'node:os'
import { join } from 'node:path'
import type { ServerConfig } from '../config/config'
import type { Deps } from '../deps'
import type { Lifetime } from '../lifetime'
import { newId } from '../services/common/ids'
import { outboxTransport } from '../services/mail/transport'
import { openWeb, type Web } from '../services/outgoing/web'
import { startSandbox } from '../services/sandbox'
import { startDeliveries } from './deliveries'
import { startAlerts, startHistory, startMessageHours } from './derived'
import { startDigests, startMail, startNotifications, startPush } from './notifications'
import { startPresence } from './presence'
import { startRollouts } from './rollouts'
import { startArchive, startBackups, startDeletion, startExpiry, startHousekeeping } from './routines'

interface Options {
  /** With the database for work beside calls. */
  chores: Deps
  /** With the database for deliveries and e-mails. */
  sending: Deps
  config: ServerConfig
  /** Ends the workers. */
  lifetime: Lifetime
}

/** Starts the worker that makes deliveries. @param hosts servers of the demo, which a connector reaches on this machine */
export function startDelivering({ sending, config, lifetime }: Options, hosts: Web['hosts']): void {
  const sandbox = startSandbox()
  lifetime.defer(() => sandbox.close())
  const web = openWeb({ allowPrivate: config.allowPrivateWebhooks, hosts })
  const worker = startDeliveries({ ...sending, sandbox, web, userAgent: config.console.productName })
  lifetime.defer(() => worker.stop())
}

interface Surroundings {
  connectionString: string
  /** Prints a line for the operator: where e-mails go without a mail server. */
  say: (line: string) => void
}

/** Starts all other work of the server that no call waits for. */
export function startWorkers(
  { chores, sending, config, lifetime }: Options,
  { connectionString, say }: Surroundings,
): void {
  const { archive, backup, messageRetentionDays } = config
  const startedAt = chores.now()
  const copy = { id: newId(startedAt), version: chores.settings.version, host: hostname(), startedAt }
  const transport = chores.mailServer ?? outboxTransport(join(config.dataDir, 'outbox'), say)
  const workers = [
    startHousekeeping(chores, { ...config, isArchived: archive !== false }),
    startDeletion(chores),
    startExpiry(chores),
    startHistory(chores),
    startMessageHours(chores),
    startAlerts(chores),
    startRollouts(chores),
    startMail(sending, transport),
    startNotifications(sending, config.alertWait * 1000),
    startDigests(sending),
    startPush({
      ...sending,
      web: openWeb({ allowPrivate: config.allowPrivatePush }),
    }),
    startPresence(chores, copy),
    backup &&
      chores.shelf &&
      startBackups(chores, {
        ...backup,
        shelf: chores.shelf,
        connectionString,
        passphrase: config.backupPassphrase ?? null,
      }),
    archive &&
      messageRetentionDays !== undefined &&
      startArchive(chores, { connectionString, messageRetentionDays }),
  ]
  for (const worker of workers) if (worker) lifetime.defer(() => worker.stop())
}
