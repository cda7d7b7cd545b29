import { type Device, deviceEntity } from '#contract/devices'
import { TAG_COLORS, type TagRef } from '#contract/tags'

/** Space of the benchmark's devices. */
export const SPACE_ID = uuid(1, 1)

function uuid(kind: number, index: number) {
  return `0192${kind.toString(16).padStart(4, '0')}-0000-7000-8000-${index.toString(16).padStart(12, '0')}`
}

const tags: TagRef[] = TAG_COLORS.map((color, index) => ({ id: uuid(2, index), name: `tag-${index}`, color }))
const COMMENTS = [null, 'Cold store, second shelf', 'Roof of the north hall, next to the ventilation shaft']

/** A device as in a real fleet: most have tags, some have labels, two of three have a comment. */
export function device(index: number): Device {
  const seconds = 1_717_000_000 + index * 61
  return deviceEntity.schema.parse({
    id: uuid(3, index),
    name: `chester-${index}`,
    comment: COMMENTS[index % COMMENTS.length] ?? null,
    serial_number: String(2_159_000_000 + index),
    tags: tags.filter((_, tag) => (index * 7 + tag * 5) % 16 < 2),
    label: index % 2 ? { room: `R${index % 40}`, floor: String(index % 5) } : {},
    session_id: index % 7 ? seconds : 0,
    last_seen: index % 9 ? new Date((seconds + 86_400) * 1000).toISOString() : null,
    created_at: new Date(seconds * 1000).toISOString(),
  })
}

/** The server's response, as bytes. */
export const answerOf = (devices: readonly Device[]) => new TextEncoder().encode(JSON.stringify(devices))
