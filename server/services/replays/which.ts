import { type MessageWord, typesOf } from '#contract/messages'
import { REPLAY_COUNTED_MAX, REPLAY_SAMPLE } from '#contract/replays'
import type { connectorReplay } from '../../db/schema'
import { Statement } from '../common/statement'

/** The messages of a replay. */
export type Scope = Pick<
  typeof connectorReplay.$inferSelect,
  | 'spaceId'
  | 'connectorId'
  | 'after'
  | 'before'
  | 'direction'
  | 'deviceIds'
  | 'tagIds'
  | 'withinTagIds'
  | 'failedOnly'
> & { types: readonly MessageWord[] }

/** A statement about the messages of a scope, whose parts are SQL. Each part brings its values with it. */
export class ScopeStatement extends Statement {
  readonly space: string

  constructor(private readonly scope: Scope) {
    super()
    this.space = this.value(scope.spaceId)
  }

  /** Devices `v` in the scope. */
  get devices(): string {
    const { deviceIds, tagIds, withinTagIds } = this.scope
    const carries = (ids: readonly string[]) =>
      `exists (select from device_tag o where o.space_id = ${this.space} and o.device_id = v.id and o.tag_id = any(${this.value(ids)}::uuid[]))`
    return [
      `v.space_id = ${this.space}`,
      ...(deviceIds.length > 0 ? [`v.id = any(${this.value(deviceIds)}::uuid[])`] : []),
      ...(tagIds.length > 0 ? [carries(tagIds)] : []),
      ...(withinTagIds ? [carries(withinTagIds)] : []),
    ].join(' and ')
  }

  /** Condition: messages `m` are between the times of the scope. */
  get period(): string {
    return `m.space_id = ${this.space} and ${this.isBetween('m.created_at')}`
  }

  /** Condition that an index has for messages `m`, if they are few. */
  get indexed(): string {
    const { direction, types } = this.scope
    const isFew = direction === 'down' || !typesOf(types).includes('data')
    return isFew ? `(m.type <> 'data' or m.direction = 'down')` : 'true'
  }

  /** Condition: messages `m` are of the kind of the scope. */
  get kind(): string {
    const { direction, types } = this.scope
    return `${this.indexed} and m.direction = ${this.value(direction)} and m.type = any(${this.value(typesOf(types))}::text[])`
  }

  /** Failed deliveries `d` whose message has no later one. */
  get failed(): string {
    return `d.space_id = ${this.space} and d.connector_id = ${this.value(this.scope.connectorId)}::uuid and d.state = 'failed'
      and d.message_id is not null and not d.is_test and ${this.isBetween('d.message_created_at')}
      and not exists (
        select from delivery l
        where l.space_id = ${this.space} and l.message_id = d.message_id and l.connector_id = d.connector_id and l.id > d.id and not l.is_test)`
  }

  /** The message `m` of a delivery `d`, unless retention has deleted it, of a device of the scope. */
  get ofDelivery(): string {
    return `select m.id, m.created_at, m.device_id from message m
      where m.space_id = ${this.space} and m.created_at = d.message_created_at and m.id = d.message_id and ${this.kind}
        and exists (select from device v where ${this.devices} and v.id = m.device_id)`
  }

  private isBetween(time: string): string {
    const { after, before } = this.scope
    return `${time} >= ${this.value(after)}::timestamptz and ${time} <= ${this.value(before)}::timestamptz`
  }
}

const MOST = REPLAY_COUNTED_MAX + 1

/** Number of messages, counted up to a limit, and of their devices. */
export function countOf(scope: Scope): { text: string; values: unknown[] } {
  const s = new ScopeStatement(scope)
  const rows = scope.failedOnly
    ? `select m.device_id from delivery d cross join lateral (${s.ofDelivery}) m where ${s.failed} limit ${MOST}`
    : `select m.device_id from (select v.id from device v where ${s.devices}) t cross join lateral (
        select m.device_id from message m where ${s.period} and ${s.kind} and m.device_id = t.id limit ${MOST}
      ) m limit ${MOST}`
  const text = `select count(*)::int as count, count(distinct device_id)::int as device_count from (${rows}) counted`
  return { text, values: s.values }
}

/** Devices, or failed deliveries, from which the sample is taken. */
const AMONG = 10 * REPLAY_SAMPLE

/** Ids of some of the messages: the newest, of different devices if there are several. */
export function sampleOf(scope: Scope): { text: string; values: unknown[] } {
  const s = new ScopeStatement(scope)
  const rows = scope.failedOnly
    ? `select m.id, m.created_at, row_number() over (partition by m.device_id order by m.created_at desc) as place
      from (select * from delivery d where ${s.failed} order by d.id desc limit ${AMONG}) d
      cross join lateral (${s.ofDelivery}) m`
    : `select m.id, m.created_at, m.place from (select v.id from device v where ${s.devices}) t cross join lateral (
        select m.id, m.created_at, row_number() over (order by m.created_at desc) as place from (
          select m.id, m.created_at from message m where ${s.period} and ${s.kind} and m.device_id = t.id
          order by m.created_at desc limit ${REPLAY_SAMPLE}
        ) m
      ) m limit ${AMONG}`
  const text = `select id from (${rows}) found order by place, created_at desc limit ${REPLAY_SAMPLE}`
  return { text, values: s.values }
}
