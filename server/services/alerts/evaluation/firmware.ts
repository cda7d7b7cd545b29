import type { Pool, PoolClient } from 'pg'
import { type ConditionOf, MUTE_DAYS_MAX, type RuleInput, STATE, step } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import { FIRMWARE_DAYS } from '#contract/overview'
import type { Db } from '../../../db/database'
import { isLastOfPart } from '../../devices/firmware'
import { endEpisodes } from '../episodes'
import { type Followed, Followers, type Past, partsOfIds } from './follow'
import {
  DEVICES_OF_RULE,
  IS_DEVICE_OF_RULE,
  isOpen,
  millis,
  openAlerts,
  openedIn,
  type RuleRound,
} from './ruleRound'

type FirmwareFailed = ConditionOf<'firmwareFailed'>

/** Days after which a failed job opens no alert any more: later than the end of a mute during which it failed. */
const LOOKED_BACK_DAYS = FIRMWARE_DAYS + MUTE_DAYS_MAX

/** Devices with a part that has failed lately, since the rule began. */
const FAILED = {
  name: 'alerts.failedFirmware',
  text: `
    select distinct d.id as "deviceId"
    from ${DEVICES_OF_RULE} join firmware_job f on f.space_id = d.space_id and f.device_id = d.id
    where ${IS_DEVICE_OF_RULE} and f.space_id = $1 and f.state = 'failed' and f.updated_at >= $3 and ${isLastOfPart('f')}
      and not ${isOpen("''")}`,
}

/** Open alerts of devices without a failed part. */
const MENDED = {
  name: 'alerts.mendedFirmware',
  text: `
    select e.device_id as "deviceId", ${millis('e.since')} as since
    from alert_episode e
    where e.space_id = $1 and e.rule_id = $2 and e.ended_at is null and not exists (
      select from firmware_job f
      where f.space_id = $1 and f.device_id = e.device_id and f.state = 'failed' and f.updated_at >= $3 and ${isLastOfPart('f')})`,
}

const JOBS = {
  name: 'alerts.firmwareJobs',
  text: `
    select device_id as "deviceId", target, ${millis('scheduled_at')} as "madeAt",
      case when state = 'failed' then ${millis('updated_at')} end as "failedAt"
    from firmware_job where space_id = $1 and device_id = any($2::uuid[]) order by device_id, id`,
}

interface Job {
  deviceId: string
  /** The part of the device. */
  target: string
  madeAt: number
  failedAt: number | null
}

/** The jobs of devices, in the order of their creation. */
async function jobsOf(
  client: Pool | PoolClient,
  spaceId: string,
  ids: readonly string[],
): Promise<Map<string, Job[]>> {
  const { rows } =
    ids.length > 0 ? await client.query<Job>({ ...JOBS, values: [spaceId, ids] }) : { rows: [] }
  const jobs = new Map<string, Job[]>()
  for (const job of rows) {
    const own = jobs.get(job.deviceId)
    if (own) own.push(job)
    else jobs.set(job.deviceId, [job])
  }
  return jobs
}

/** How many parts of a device have failed, at each time when that changed: a later job for a part ends its failure. */
function readingsOf(jobs: readonly Job[], from: number): (RuleInput & { value: number })[] {
  const changes = new Map<number, number>()
  const change = (at: number, by: number) => changes.set(at, (changes.get(at) ?? 0) + by)
  const next = new Map<string, Job>()
  for (const job of jobs.toReversed()) {
    const { target, failedAt } = job
    const later = next.get(target)
    next.set(target, job)
    if (failedAt === null || failedAt < from || (later && later.madeAt <= failedAt)) continue
    change(failedAt, 1)
    if (later) change(later.madeAt, -1)
  }
  let value = 0
  return [...changes].toSorted(([a], [b]) => a - b).map(([at, by]) => ({ at, value: (value += by) }))
}

/** Evaluates whether firmware jobs fail. Failures from before the rule began open nothing. */
export async function evaluateFirmware(
  client: PoolClient,
  { rule, now }: RuleRound<FirmwareFailed>,
): Promise<void> {
  const { spaceId, ruleId, condition } = rule
  const which = [spaceId, ruleId]
  const began = rule.judgedFrom.getTime()
  const mended = await client.query<{ deviceId: string; since: number }>({
    ...MENDED,
    values: [...which, rule.judgedFrom],
  })
  const from = new Date(Math.max(began, now.getTime() - LOOKED_BACK_DAYS * DAY))
  const failed = await client.query<{ deviceId: string }>({ ...FAILED, values: [...which, from] })
  const ids = [...mended.rows, ...failed.rows].map(({ deviceId }) => deviceId)
  const jobs = await jobsOf(client, spaceId, ids)
  const readings = (deviceId: string) => readingsOf(jobs.get(deviceId) ?? [], began)
  const endings = mended.rows.map(({ deviceId, since }) => {
    const end = readings(deviceId).find(({ at, value }) => at > since && value === 0)
    return { deviceId, path: '', at: end?.at ?? now.getTime(), worst: null }
  })
  if (endings.length > 0) await endEpisodes(client, rule, endings, now)
  const found = failed.rows.flatMap(({ deviceId }) => {
    let state = STATE
    const opened = readings(deviceId).flatMap((reading) => {
      const next = step(condition, state, { now: reading.at, input: reading })
      state = next.state
      return openedIn({ deviceId, path: '' }, next.changes)
    })
    return state.openedAt === null ? [] : opened.slice(-1)
  })
  await openAlerts(client, rule, found, now)
}

const FAILED_BETWEEN = {
  name: 'alerts.firmwareFailedBetween',
  text: `
    select distinct device_id as "deviceId" from firmware_job
    where space_id = $1 and state = 'failed' and updated_at between $2 and $3`,
}

/** What a rule for failed firmware jobs would have found. */
export async function followFirmware(
  db: Db,
  { spaceId, ids, after, before, rest }: Past,
  conditions: readonly [FirmwareFailed, ...FirmwareFailed[]],
): Promise<Followed> {
  const followers = new Followers(conditions)
  const values = [spaceId, new Date(after), new Date(before)]
  const { rows } = await db.$client.query<{ deviceId: string }>({ ...FAILED_BETWEEN, values })
  const failed = new Set(rows.map(({ deviceId }) => deviceId))
  let isCut = false
  for (const some of partsOfIds(ids.filter((id) => failed.has(id)))) {
    isCut = followers.isFull
    if (isCut) break
    for (const [deviceId, jobs] of await jobsOf(db.$client, spaceId, some)) {
      followers.begin({ deviceId, path: '' })
      for (const reading of readingsOf(jobs, after))
        if (reading.at <= before) followers.advance(reading.at, reading)
    }
    await rest()
  }
  return { found: followers.found, isCut }
}
