import type { Pool, PoolClient } from 'pg'
import type { DownOutcome } from '#contract/messages'
import { idAt, timeOf } from '../common/ids'
import { endSettingsOrders } from './settingsOrders'

/** What a message of a device says about a downlink. */
export interface Conclusion {
  /** Id of the downlink. */
  id: string
  outcome: Extract<DownOutcome, 'confirmed' | 'refused'>
  /** Why the device refused it. */
  reason: string | null
}

/** The same with what only uplinks know. */
export interface UplinkConclusion extends Conclusion {
  /** Whether the device confirms by `confirms`: then it is a device that confirms. */
  isExplicit?: boolean
  /** From a report about a firmware job, which ends the job itself: a refusal counts as a confirmation if the job has begun. */
  isOfFirmware?: boolean
}

/** Conclusions of a device; with the credential that it sent, they count only if it is still the device's. */
interface Concluding {
  deviceId: string
  /** Serial number and SHA-256 of the claim token. */
  credential?: { serialNumber: string; tokenHash: Buffer }
  conclusions: readonly UplinkConclusion[]
}

/** Only what this hardware was handed counts: hardware may be replaced. */
const OF_HARDWARE = `not exists (
  select from device_replacement r
  where r.space_id = $1 and r.device_id = m.device_id and r.created_at > m.down_state_at)`

/** A downlink that has waited until it expired is concluded by that. */
const HAS_EXPIRED = 'coalesce(n.down_awaits and n.expires_at <= $2, false)'

const HAS_BEGUN = `i."isOfFirmware" and not exists (
  select from firmware_job j
  where j.space_id = $1 and j.device_id = i.device_id and j.id = i.id and j.state = 'scheduled')`

/**
 * Concludes downlinks of the space `$1` at the time `$2` as the devices `$3` (JSON) say. It locks the downlinks in their order, so that of
 * confirming, refusing, cancelling and expiring exactly one wins. A firmware job whose order is refused has failed.
 */
const CONCLUDE = {
  name: 'downlinks.conclude',
  text: `
    with input as materialized (
      select s."deviceId" as device_id, i.*
      from json_to_recordset($3::json) as s ("deviceId" uuid, "serialNumber" text, "tokenHash" text, conclusions json)
        cross join lateral json_to_recordset(s.conclusions) as i (
          id uuid, created_at timestamptz, outcome text, reason text, "isExplicit" boolean, "isOfFirmware" boolean
        )
      where s."serialNumber" is null or exists (
        select from device_credential c
        where c.space_id = $1 and c.device_id = s."deviceId" and c.serial_number = s."serialNumber"
          and c.token_hash = decode(s."tokenHash", 'hex'))
    ), named as materialized (
      select m.created_at, m.id, m.device_id, m.down_outcome, m.down_awaits, m.expires_at, i."isExplicit", i."isOfFirmware",
        case when ${HAS_BEGUN} then 'confirmed' else i.outcome end as outcome,
        case when ${HAS_BEGUN} then null else i.reason end as reason
      from input i
        join message m on m.space_id = $1 and m.created_at = i.created_at and m.id = i.id and m.device_id = i.device_id
      where m.down_state = 'sent' and ${OF_HARDWARE}
      order by m.created_at, m.id
      for update of m
    ), concluded as (
      update message m
      set down_outcome = n.outcome, down_reason = n.reason, down_confirmed_at = $2, down_awaits = false
      from named n
      where m.space_id = $1 and m.created_at = n.created_at and m.id = n.id and n.down_outcome is null and not ${HAS_EXPIRED}
      returning m.device_id, m.created_at, m.id, m.down_outcome, m.down_reason, n."isOfFirmware"
    ), noted as (
      insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type, body)
      select $1::uuid, created_at, id, ${idAt('$2::timestamptz')}, device_id, $2, 'downlink.' || down_outcome,
        case when down_reason is not null then jsonb_build_object('reason', down_reason) end
      from concluded
    ), failed as (
      update firmware_job j
      set state = 'failed', reason = c.down_reason, updated_at = greatest(j.updated_at, j.scheduled_at, $2)
      from concluded c
      where j.space_id = $1 and j.device_id = c.device_id and j.id = c.id and j.state = 'scheduled'
        and c.down_outcome = 'refused' and c."isOfFirmware" is not true
    ), ended as (
      ${endSettingsOrders({ space: '$1', at: '$2', downlinks: "(select * from concluded where down_outcome = 'refused') x" })}
    )
    update device_contact d set confirms = true
    where d.space_id = $1 and not d.confirms and d.device_id in (select device_id from named where "isExplicit")`,
}

/** The conclusions with the times of their downlinks: the first about each downlink. Ids without a time name no downlink. */
function distinct(conclusions: readonly UplinkConclusion[]) {
  const firsts = new Map<string, UplinkConclusion & { created_at: Date }>()
  for (const conclusion of conclusions) {
    const id = conclusion.id.toLowerCase()
    const created_at = timeOf(id)
    if (!created_at) continue
    const first = firsts.get(id) ?? { ...conclusion, created_at }
    firsts.set(id, { ...first, isExplicit: first.isExplicit || conclusion.isExplicit })
  }
  return [...firsts.values()]
}

/**
 * Concludes downlinks as messages of devices of a space say. What is no downlink of the device, was not handed over to its hardware, or is
 * concluded already, does not change. The caller has locked the devices.
 */
export async function conclude(
  client: Pool | PoolClient,
  spaceId: string,
  devices: readonly Concluding[],
  at: Date,
): Promise<void> {
  const input = devices.flatMap(({ deviceId, credential, conclusions }) => {
    const firsts = distinct(conclusions)
    if (firsts.length === 0) return []
    const { serialNumber = null, tokenHash = null } = credential ?? {}
    return [{ deviceId, serialNumber, tokenHash: tokenHash?.toString('hex'), conclusions: firsts }]
  })
  if (input.length === 0) return
  await client.query({ ...CONCLUDE, values: [spaceId, at, JSON.stringify(input)] })
}
