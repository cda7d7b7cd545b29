import { areHistoriesBehind, BACKUP_HOURS, CLOCK_TOLERANCE, type Installation } from '#contract/admin'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import type { TextValues } from '../../../i18n'
import type { MessageKey } from '../../../i18n/translate'
import { msg } from '../texts'
import type { Formats } from './format'

/** The parts of an installation that are either fine or not. */
export const AREAS = [
  'deliveries',
  'mail',
  'histories',
  'housekeeping',
  'backups',
  'archive',
  'disk',
  'connections',
  'copies',
  'devices',
] as const
export type Area = (typeof AREAS)[number]

/** Something that an administrator should look at. */
export interface Finding {
  area: Area
  /** `info`: a deliberate choice; the server works with it. */
  severity: 'error' | 'warning' | 'info'
  text: MessageKey
  values?: TextValues
}

/** A finding whose area is known. */
type FindingInArea = Omit<Finding, 'area'>

const inArea = (area: Area, found: readonly FindingInArea[]): Finding[] =>
  found.map((one) => ({ area, ...one }))

/** Longest wait of deliveries and e-mails that is no problem. */
const PATIENCE = { delivery: 2 * MINUTE, deliveryLong: 10 * MINUTE, mail: 15 * MINUTE }
/** Longest time between two runs of the housekeeping or archive, which run once an hour. */
const HOURLY = 2 * HOUR + 10 * MINUTE
/** Used share of a resource that is worth a warning, or an error. */
const FULL = { warning: 0.9, error: 0.97 }
/** A resource that will be full sooner than this is worth a warning. */
const SOON = 30 * DAY

function ofQueues(
  { oldest_delivery_at, mail, history }: Installation,
  now: number,
  { relative }: Formats,
): Finding[] {
  const found: Finding[] = []
  const waits = oldest_delivery_at === null ? 0 : now - Date.parse(oldest_delivery_at)
  if (oldest_delivery_at !== null && waits > PATIENCE.delivery)
    found.push({
      area: 'deliveries',
      severity: waits > PATIENCE.deliveryLong ? 'error' : 'warning',
      text: msg('admin.state.deliveries'),
      values: { ago: relative(oldest_delivery_at, now) },
    })
  if (mail.failed > 0)
    found.push({
      area: 'mail',
      severity: 'error',
      text: msg('admin.state.mailFailed'),
      values: { smart_count: mail.failed },
    })
  if (mail.has_server !== true)
    found.push({
      area: 'mail',
      severity: 'warning',
      text: msg(mail.has_server === null ? 'admin.state.mailUnknown' : 'admin.state.mailOff'),
    })
  const { oldest_waiting_at } = mail
  if (oldest_waiting_at !== null && now - Date.parse(oldest_waiting_at) > PATIENCE.mail)
    found.push({
      area: 'mail',
      severity: 'warning',
      text: msg('admin.state.mailWaits'),
      values: { ago: relative(oldest_waiting_at, now) },
    })
  if (history?.oldest_waiting_at && areHistoriesBehind(history, now))
    found.push({
      area: 'histories',
      severity: 'warning',
      text: msg('admin.state.valuesWait'),
      values: { smart_count: history.waiting, ago: relative(history.oldest_waiting_at, now) },
    })
  return found
}

function ofHousekeeping({ housekeeping }: Installation, now: number, { relative }: Formats): FindingInArea[] {
  const { error, finished_at } = housekeeping
  if (error !== null)
    return [{ severity: 'error', text: msg('admin.state.housekeepingFailed'), values: { error } }]
  if (finished_at === null) return [{ severity: 'warning', text: msg('admin.state.housekeepingNever') }]
  if (now - Date.parse(finished_at) <= HOURLY) return []
  const values = { ago: relative(finished_at, now) }
  return [{ severity: 'warning', text: msg('admin.state.housekeepingLate'), values }]
}

function ofBackups({ backup }: Installation, now: number, { relative }: Formats): FindingInArea[] {
  if (!backup) return [{ severity: 'warning', text: msg('admin.state.backupUnknown') }]
  const { is_nightly, error, last } = backup
  if (is_nightly && error !== null)
    return [{ severity: 'error', text: msg('admin.state.backupFailed'), values: { error } }]
  if (last !== null && now - Date.parse(last.created_at) <= BACKUP_HOURS * HOUR) return []
  if (!is_nightly) return [{ severity: 'warning', text: msg('admin.state.backupOff') }]
  if (last === null) return [{ severity: 'warning', text: msg('admin.state.backupNever') }]
  const values = { ago: relative(last.created_at, now) }
  return [{ severity: 'error', text: msg('admin.state.backupLate'), values }]
}

function ofArchive({ archive }: Installation, now: number, { relative }: Formats): FindingInArea[] {
  if (!archive) return [{ severity: 'warning', text: msg('admin.state.archiveUnknown') }]
  if (!archive.is_on) return [{ severity: 'info', text: msg('admin.state.archiveOff') }]
  const { error, finished_at } = archive
  if (error !== null)
    return [{ severity: 'error', text: msg('admin.state.archiveFailed'), values: { error } }]
  if (finished_at === null) return [{ severity: 'warning', text: msg('admin.state.archiveNever') }]
  if (now - Date.parse(finished_at) <= HOURLY) return []
  const values = { ago: relative(finished_at, now) }
  return [{ severity: 'warning', text: msg('admin.state.archiveLate'), values }]
}

function ofResources({ resources }: Installation, now: number, { percent, relative }: Formats): Finding[] {
  return resources.flatMap(({ name, used, limit, full_at }): Finding[] => {
    const share = limit > 0 ? used / limit : 0
    if (share >= FULL.warning) {
      const severity = share >= FULL.error ? 'error' : 'warning'
      return [
        {
          area: name,
          severity,
          text: msg(`admin.state.almostFull.${name}`),
          values: { percent: percent(share) },
        },
      ]
    }
    if (full_at === null || Date.parse(full_at) - now > SOON) return []
    const values = { when: relative(full_at, now) }
    return [{ area: name, severity: 'warning', text: msg(`admin.state.fullSoon.${name}`), values }]
  })
}

/** Problems of an installation, the most serious first. */
export function findingsOf(installation: Installation, now: number, formats: Formats): Finding[] {
  const { copies, seen, totals } = installation
  const versions = [...new Set(copies.map(({ version }) => version))].toSorted()
  const found: Finding[] = [
    ...ofQueues(installation, now, formats),
    ...inArea('housekeeping', ofHousekeeping(installation, now, formats)),
    ...inArea('backups', ofBackups(installation, now, formats)),
    ...inArea('archive', ofArchive(installation, now, formats)),
    ...ofResources(installation, now, formats),
  ]
  for (const { host, clock_ahead } of copies)
    if (Math.abs(clock_ahead) > CLOCK_TOLERANCE)
      found.push({ area: 'copies', severity: 'error', text: msg('admin.state.clock'), values: { host } })
  if (versions.length > 1)
    found.push({
      area: 'copies',
      severity: 'warning',
      text: msg('admin.state.versions'),
      values: { versions: versions.join(', ') },
    })
  if (totals.devices > 0 && seen.day === 0)
    found.push({ area: 'devices', severity: 'warning', text: msg('admin.state.silent') })
  const order = ['error', 'warning', 'info']
  return found.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}
