import { randomUUID } from 'node:crypto'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { KeyPermission } from '#contract/permissions'
import type { Queryable } from '../db/database'
import { accessKey, accessKeyTag, accessKeyUse } from '../db/schema'
import { hashKey } from '../services/spaces/keys'
import type { DemoPlace } from './place'

export interface DemoKey {
  name: string
  permissions: KeyPermission[]
  tags?: string[]
  /** Calls an hour; without them it was never used. */
  calls?: number
}

/** Stores keys, which are as old as the space, and how they were used until now. Times are Unix ms. */
export async function insertKeys(
  db: Queryable,
  { spaceId, tags }: DemoPlace,
  keys: DemoKey[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  const firstHour = Math.ceil(from / HOUR) * HOUR
  const hours = Array.from(
    { length: Math.ceil((to - firstHour) / HOUR) },
    (_, i) => new Date(firstHour + i * HOUR),
  )
  for (const { name, permissions, tags: names = [], calls } of keys) {
    const id = randomUUID()
    const use = calls && { lastUsedAt: new Date(to - 4 * MINUTE), lastUsedFrom: '198.51.100.24' }
    const row = { spaceId, id, name, permissions, tokenHash: hashKey(id), createdAt: new Date(from) }
    await db.insert(accessKey).values({ ...row, ...use })
    const tagIds = names.flatMap((tag) => tags.get(tag) ?? [])
    if (tagIds.length > 0)
      await db.insert(accessKeyTag).values(tagIds.map((tagId) => ({ spaceId, accessKeyId: id, tagId })))
    if (calls)
      await db
        .insert(accessKeyUse)
        .values(
          hours.flatMap((hour) =>
            permissions.map((permission) => ({ spaceId, accessKeyId: id, hour, permission, calls })),
          ),
        )
  }
}
