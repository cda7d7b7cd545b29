import { lt } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import { KEY_USAGE_DAYS } from '#contract/keys'
import type { HistoryRules } from '../../config/config'
import {
  type Dropped,
  dropDeliveryPartitions,
  dropHistoryPartitions,
  dropMessagePartitions,
  ensurePartitions,
} from '../../db/partitions'
import { accessKeyUse, authSession, passkeyChallenge } from '../../db/schema'
import type { Deps } from '../../deps'
import { forgetOldFlows } from '../accounts/oidc/codes'
import { forgetOldBrowsers } from '../accounts/signIn/browsers'
import { forgetOldAlerts } from '../alerts/list'
import { forgetOldMutes } from '../alerts/pastMutes'
import { forgetOldEntries } from '../audit/list'
import { forgetOldSecrets } from '../connectors/secret'
import { wakeForgotten } from '../deliveries/deviceOrder'
import { forgetOldHolds } from '../deliveries/operation'
import { cancelAbandoned } from '../deliveries/pauses'
import { endLostOrders } from '../devices/settingsOrders'
import { forgetOldMail } from '../mail/queue'
import { forgetOldAnswers } from '../messages/uplink/repeat'
import { forgetOldHours } from '../notices/hours'
import { forgetOldNotices } from '../notices/notices'
import { forgetOldAlertTests } from '../notifications/alertTest'
import { forgetPastSnoozes } from '../overview/attention'
import { forgetUnconfirmed } from '../push/confirm'
import { forgetOldAttempts } from '../rateLimit'
import { stopForgottenReplays } from '../replays/replay'
import { forgetOldValues } from '../series/store/retention'
import { forgetTooMany } from '../trash/empty'
import { forgetOldCopies } from './installation/copies'
import { sampleSize } from './installation/size'

/** What is kept, and for how long. */
export interface HouseRules {
  /** A month of messages is deleted when all of them are older than this; undefined keeps them forever. */
  messageRetentionDays: number | undefined
  /** Whether they are archived first; the archiver then drops them. */
  isArchived?: boolean
  /** A month of deliveries is deleted when all of them are older than this and none is pending. */
  deliveryRetentionDays: number
  /** Entries of the audit log are deleted when they are older; undefined keeps them forever. */
  auditRetentionDays?: number | undefined
  /** When values are downsampled and deleted. */
  history?: HistoryRules
}

/**
 * Every copy runs this after its start and then once an hour. It is safe to run twice.
 * @throws Error if months are too old and could not be dropped; the rest is done
 */
export async function keepHouse(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  {
    messageRetentionDays,
    isArchived = false,
    deliveryRetentionDays,
    auditRetentionDays,
    history = {},
  }: HouseRules,
  stopping?: AbortSignal,
): Promise<void> {
  await ensurePartitions(deps.db.$client, deps.now())
  if (auditRetentionDays !== undefined) await forgetOldEntries(deps, auditRetentionDays)
  for (const table of [authSession, passkeyChallenge])
    await deps.db.delete(table).where(lt(table.expiresAt, deps.now()))
  await forgetOldAttempts(deps)
  await forgetOldBrowsers(deps)
  const usedBefore = new Date(deps.now().getTime() - KEY_USAGE_DAYS * DAY)
  await deps.db.delete(accessKeyUse).where(lt(accessKeyUse.hour, usedBefore))
  await forgetOldAlerts(deps)
  await forgetOldAlertTests(deps)
  await forgetOldMutes(deps)
  await forgetOldAnswers(deps, messageRetentionDays)
  await endLostOrders(deps, messageRetentionDays)
  await forgetOldMail(deps)
  await forgetOldSecrets(deps)
  await forgetOldHolds(deps)
  await forgetOldNotices(deps)
  await forgetOldHours(deps)
  await forgetOldFlows(deps)
  await forgetUnconfirmed(deps)
  await forgetPastSnoozes(deps)
  await forgetTooMany(deps)
  await forgetOldCopies(deps)
  await sampleSize(deps)
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY)
  const { $client } = deps.db
  await cancelAbandoned(deps, before(deliveryRetentionDays))
  await stopForgottenReplays(deps, before(deliveryRetentionDays))
  await wakeForgotten($client)
  const busy = [
    ...logDropped(deps, 'deliveries', await dropDeliveryPartitions($client, before(deliveryRetentionDays))),
    ...(messageRetentionDays === undefined || isArchived
      ? []
      : logDropped(deps, 'messages', await dropMessagePartitions($client, before(messageRetentionDays)))),
  ]
  // It may take long.
  await forgetOldValues(deps, history, stopping)
  if (history.retentionDays !== undefined)
    busy.push(
      ...logDropped(deps, 'histories', await dropHistoryPartitions($client, before(history.retentionDays))),
    )
  if (busy.length > 0)
    throw new Error(`retention could not lock the ${busy.join(' and the ')}, which are in use`)
}

const nameOf = (month: Date) => month.toISOString().slice(0, 7)

/** Logs the months that were dropped; returns the names of those in use. */
function logDropped({ log }: Pick<Deps, 'log'>, what: string, { dropped, busy }: Dropped): string[] {
  for (const month of dropped) log.info(`${what} were dropped by retention`, { month: nameOf(month) })
  return busy.map((month) => `${what} of ${nameOf(month)}`)
}
