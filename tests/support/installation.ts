import { eq } from 'drizzle-orm'
import { backup, device, deviceContact, mail } from '../../server/db/schema'
import { noteCopy } from '../../server/services/administration/installation/copies'
import { newId } from '../../server/services/common/ids'
import type { TestUser } from './builders'
import type { TestServer } from './makeServer'

type Filled = Pick<TestServer, 'db' | 'deps'>

/** Sets when a device was last seen, and when it was moved away. */
export async function setLastSeen(
  { db }: Pick<Filled, 'db'>,
  { id }: { id: string },
  lastSeen: Date | null,
  movedAt: Date | null = null,
) {
  await db.update(deviceContact).set({ lastSeen }).where(eq(deviceContact.deviceId, id))
  await db.update(device).set({ movedAt }).where(eq(device.id, id))
}

/** Stores a working copy of the server. */
export async function aCopy(
  { deps }: Pick<Filled, 'deps'>,
  { host, startedAt }: { host: string; startedAt: Date },
) {
  const copy = { id: newId(), version: '1.2.3', host, startedAt }
  await noteCopy(deps, copy)
  return copy
}

/** Stores an e-mail with a creation time. */
export async function aLetter(
  { db }: Pick<Filled, 'db'>,
  { id: userId }: Pick<TestUser, 'id'>,
  state: 'waiting' | 'sending' | 'sent' | 'failed',
  createdAt: Date,
) {
  const times = { dueAt: createdAt, createdAt }
  await db.insert(mail).values({ id: newId(createdAt), kind: 'verification', userId, state, ...times })
}

/** Stores a completed backup. */
export const aBackup = async (
  { db }: Pick<Filled, 'db'>,
  values: Pick<typeof backup.$inferInsert, 'createdAt' | 'size' | 'checkedAt'>,
) => db.insert(backup).values({ id: newId(), file: 'spaceport.backup', ...values })
