import { shift } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import type { Fillable, TestSpace } from './builders'

/** Stores a shift that the owner of the space always has. */
export async function aShift(
  { db, deps }: Fillable,
  { id: spaceId, owner }: Pick<TestSpace, 'id' | 'owner'>,
  name = `on duty ${newId()}`,
) {
  const hours = { from: '00:00', to: '00:00', days: [0, 1, 2, 3, 4, 5, 6], user_ids: [owner.id] }
  const at = deps.now()
  const row = { spaceId, id: newId(at), name, timezone: 'UTC', startsOn: '2026-01-05', entries: [hours] }
  await db.insert(shift).values(row)
  return row
}
