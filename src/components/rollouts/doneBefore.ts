import { isObject } from '#contract/common'
import { orderSchema } from '#contract/rollouts'
import { parseJson } from '../json/parseJson'
import { orderCodec } from './order'
import { NEW_SCOPE, type ScopeValues } from './scope'
import type { Suggested } from './suggestion'

/** What was done with one device. A message has its body as JSON text. */
export type Done =
  | { kind: 'config' | 'shell' | 'data'; text: string | null }
  | { kind: 'firmware'; firmware: string; target: string }

/** The order that does the same again; undefined if a roll-out cannot do it. */
function orderOf(done: Done) {
  const order = 'text' in done ? { kind: done.kind, body: parseJson(done.text ?? '') } : done
  const { data } = orderSchema.safeParse(order)
  return data && orderCodec.toForm(data)
}

/** Devices like this one: those with one of its tags, or all if it has none. */
function othersLike(tags: unknown): ScopeValues {
  const ids = Array.isArray(tags)
    ? tags.flatMap((tag: unknown) => (isObject(tag) && typeof tag.id === 'string' ? tag.id : []))
    : []
  return ids.length > 0 ? { ...NEW_SCOPE, kind: 'tags', tag_ids: ids } : { ...NEW_SCOPE, kind: 'filter' }
}

/** Values of a new roll-out that does with other devices what was done with this one. */
export function sameOnOthers(device: { tags?: unknown }, done: Done | null): Suggested {
  const order = done && orderOf(done)
  return { scope: othersLike(device.tags), ...(order && { order }) }
}
