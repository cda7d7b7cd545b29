import { DAY } from '#contract/common/durations'
import { clockOf } from '#contract/notices'
import type { BackupConfig } from '../../config/places'

/** The Monday of the week of a day. */
function weekOf(day: string): string {
  const time = Date.parse(day)
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return new Date(time - sinceMonday * DAY).toISOString().slice(0, 10)
}

/**
 * The backups to delete. A backup that one rule keeps is kept, whatever the others say.
 * @param zone whose days they are
 */
export function outdated<Backup extends { time: Date }>(
  backups: readonly Backup[],
  { last, daily, weekly, monthly }: BackupConfig['keep'],
  zone: string,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.time.getTime() - a.time.getTime())
  const kept = new Set(newestFirst.slice(0, last))
  const keep = (count: number, periodOf: (day: string) => string) => {
    const seen = new Set<string>()
    for (const each of newestFirst) {
      const period = periodOf(clockOf(zone, each.time).day)
      if (seen.has(period)) continue
      if (seen.size === count) return
      seen.add(period)
      kept.add(each)
    }
  }
  keep(daily, (day) => day)
  keep(weekly, weekOf)
  keep(monthly, (day) => day.slice(0, 7))
  return newestFirst.filter((each) => !kept.has(each))
}
