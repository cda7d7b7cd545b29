import { eq, sql } from 'drizzle-orm'
import { MINUTE } from '#contract/common/durations'
import type { Device } from '#contract/devices'
import type { Message } from '#contract/messages'
import { withPartitionOf } from '../../server/db/partitions'
import { authenticator, authSession, message } from '../../server/db/schema'
import { makeRecoveryToken } from '../../server/services/accounts/recovery'
import { makeSetupToken } from '../../server/services/accounts/setup'
import { newId } from '../../server/services/common/ids'
import { learntFrom } from '../../server/services/devices/contact'
import { aDevice, type Fillable, type TestSpace, type TestUser } from './builders'
import type { TestServer } from './makeServer'

type Filled = Pick<Fillable, 'db'>
type Person = Pick<TestUser, 'id'>

/** Ends all sign-ins of a person. */
export const endSessions = ({ db }: Filled, { id }: Person) =>
  db.update(authSession).set({ revokedAt: new Date() }).where(eq(authSession.userId, id))

/** Moves the sign-ins of a person into the past, so that they must confirm their identity. */
export const ageSignIn = ({ db }: Filled, { id }: Person) =>
  db
    .update(authSession)
    .set({ confirmedAt: new Date(Date.now() - 16 * MINUTE) })
    .where(eq(authSession.userId, id))

/** Lets the app of a person use the current code again, as if half a minute had passed. */
export const passCodeStep = ({ db }: Filled, { id }: Person) =>
  db.update(authenticator).set({ lastStep: 0 }).where(eq(authenticator.userId, id))

/** Path that signs in the administrator with this address. */
export const recoveryPath = async ({ db }: Filled, email: string) =>
  `/login/recovery#token=${(await makeRecoveryToken(db, email, new Date())).token}`

/** Path that creates the first administrator. */
export const setupPath = async ({ deps }: Pick<TestServer, 'deps'>) =>
  `/setup#token=${await makeSetupToken(deps)}`

/** Sets the contact of a device that sends every half hour, and last did so many minutes ago. */
export const setLastUplink = ({ db }: Filled, { id }: Pick<Device, 'id'>, minutesAgo: number) => {
  const lastSeen = new Date(Date.now() - minutesAgo * 60_000)
  const past = learntFrom(lastSeen, [1800, 1800, 1800])
  return db.execute(sql`update device_contact set last_seen = ${lastSeen}, ${past} where device_id = ${id}`)
}

/** Stores messages of a new device from so many milliseconds ago, oldest first. */
export async function messagesAgo(
  server: Fillable,
  space: TestSpace,
  ages: readonly number[],
): Promise<Pick<Message, 'id' | 'device_id' | 'created_at'>[]> {
  const { id: deviceId } = await aDevice(server, space)
  const now = Date.now()
  const rows = ages
    .toSorted((a, b) => b - a)
    .map((age) => {
      const createdAt = new Date(now - age)
      return {
        spaceId: space.id,
        deviceId,
        id: newId(createdAt),
        createdAt,
        type: 'data' as const,
        direction: 'up' as const,
        body: '{}',
      }
    })
  const monthOf = ({ createdAt }: { createdAt: Date }) => createdAt.toISOString().slice(0, 7)
  for (const month of new Set(rows.map(monthOf)))
    await withPartitionOf(server.db.$client, new Date(`${month}-02`), () =>
      server.db.insert(message).values(rows.filter((row) => monthOf(row) === month)),
    )
  return rows.map(({ id, createdAt }) => ({ id, device_id: deviceId, created_at: createdAt.toISOString() }))
}
