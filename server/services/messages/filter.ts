import type { MessageFilters } from '#contract/messages'

/** How far back a list goes when nobody says, in milliseconds. Facts, "Requests". */
const DEFAULT_SPAN = 24 * 3_600_000

/** Conditions on a message `m` of a space, and the values that they compare with. */
export class Conditions {
  readonly values: unknown[] = []
  private readonly parts: string[]

  constructor(spaceId: string) {
    this.parts = [`m.space_id = ${this.value(spaceId)}`]
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  and(condition: string): this {
    this.parts.push(condition)
    return this
  }

  get sql(): string {
    return this.parts.join(' and ')
  }
}

/** What a list and a count have in common; `now` is when the default span ends. */
export function conditionsOf(spaceId: string, filters: MessageFilters, now: Date): Conditions {
  const { device_id, tag_id, before, direction, type } = filters
  const after = filters.after ?? now.getTime() - DEFAULT_SPAN
  const where = new Conditions(spaceId)
  where.and(`m.created_at >= ${where.value(new Date(after))}`)
  if (before !== undefined) where.and(`m.created_at <= ${where.value(new Date(before))}`)
  if (device_id) where.and(`m.device_id = ${where.value(device_id)}`)
  if (tag_id)
    where.and(`exists (
      select from device_tag t
      where t.space_id = m.space_id and t.device_id = m.device_id and t.tag_id = ${where.value(tag_id)})`)
  if (direction?.length) where.and(`m.direction = any(${where.value(direction)})`)
  if (type?.length) where.and(`m.type = any(${where.value(type)})`)
  return where
}
