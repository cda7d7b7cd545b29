import { expect } from 'vitest'
import { HOUR } from '#contract/common/durations'
import {
  type Hours,
  type Member,
  ONE_STAGE,
  type Rollout,
  type RolloutCreate,
  rolloutsApi,
  type Stage,
} from '#contract/rollouts'
import { rollout, rolloutDevice } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { advanceRollout, findDueRollouts } from '../../server/services/rollouts/advance'
import type { Fillable, TestSpace } from './builders'
import type { TestServer } from './makeServer'

/** Stores a roll-out of a command, by default a draft; one that runs has the devices. */
export async function aRollout(
  { db, deps }: Fillable,
  { id: spaceId }: Pick<TestSpace, 'id'>,
  { state = 'draft', deviceIds = [newId()] }: { state?: Rollout['state']; deviceIds?: string[] } = {},
) {
  const at = deps.now()
  const id = newId(at)
  const row = {
    spaceId,
    id,
    name: 'A roll-out',
    order: {
      kind: 'records' as const,
      add_tags: [],
      remove_tags: [],
      set_labels: { site: 'north' },
      remove_labels: [],
    },
    scope: { kind: 'devices' as const, device_ids: deviceIds },
    stages: [...ONE_STAGE, ...ONE_STAGE],
    state,
    createdBy: 'ada@example.com',
    ...(state !== 'draft' && { startedAt: at, startedBy: 'ada@example.com' }),
  }
  await db.insert(rollout).values(row)
  if (state !== 'draft')
    await db.insert(rolloutDevice).values(
      deviceIds.map((deviceId) => ({
        spaceId,
        rolloutId: id,
        deviceId,
        deviceName: 'pump',
        stage: 0,
        state: 'done' as const,
        orderedAt: at,
        reachedAt: at,
        settledAt: at,
        before: { tag_ids: [], label: {}, comment: null },
      })),
    )
  return row
}

/** The scope of some devices. */
export const named = (devices: readonly { id: string }[]) => ({
  kind: 'devices' as const,
  device_ids: devices.map(({ id }) => id),
})

/** A stage; its gate opens immediately, unless a device fails or is in trouble. */
export const stage = (
  size: Stage['size'],
  gate: Partial<NonNullable<Stage['gate']>> | null = null,
): Stage => ({
  size,
  gate: gate && { kind: 'time', minutes: 0, failed_max: 0, troubled_max: 0, ...gate },
})

/** Hours of every day in UTC, from so many hours after a time (ms since 1970). */
export function hoursAfter(time: number, from: number, to: number): Hours {
  const clock = (offset: number) => new Date(time + offset * HOUR).toISOString().slice(11, 13)
  return { from: `${clock(from)}:00`, to: `${clock(to)}:00`, days: [0, 1, 2, 3, 4, 5, 6], timezone: 'UTC' }
}

type Input = Partial<RolloutCreate> & Pick<RolloutCreate, 'order' | 'scope'> & { start?: boolean }

/** Brings the roll-outs of all spaces as far as they get without a device. */
export async function goOn({ deps, db }: Pick<TestServer, 'deps' | 'db'>): Promise<void> {
  await db.$client.query('update rollout set next_at = now() where next_at is not null')
  for (const due of await findDueRollouts(deps)) {
    let isMore = true
    while (isMore) isMore = await advanceRollout(deps, due)
  }
}

/** Roll-outs of a space: calls of its owner. */
export function rolloutsOf(server: TestServer, space: TestSpace) {
  const call = async (method: string, path = '', body?: unknown) =>
    server.call(method, `/spaces/${space.id}/rollouts${path}`, {
      token: space.owner.token,
      ...(body !== undefined && { body }),
    })
  const answered = async (answer: Response): Promise<Rollout> => {
    expect([answer.status, answer.ok || (await answer.text())]).toEqual([answer.status, true])
    return rolloutsApi.get.answer.parse(await answer.json())
  }
  const read = async ({ id }: Pick<Rollout, 'id'>) => answered(await call('GET', `/${id}`))
  return {
    call,
    read,
    create: async (input: Input) =>
      answered(await call('POST', '', { name: 'A roll-out', start: true, ...input })),
    change: async (
      { id }: Pick<Rollout, 'id'>,
      verb: 'start' | 'pause' | 'resume' | 'next' | 'stop' | 'rollback',
    ) => answered(await call('POST', `/${id}/${verb}`)),
    /** Goes on with it, and reads it. */
    after: async (one: Pick<Rollout, 'id'>) => {
      await goOn(server)
      return read(one)
    },
    members: async ({ id }: Pick<Rollout, 'id'>, query = ''): Promise<Member[]> =>
      rolloutsApi.devices.answer.parse(await (await call('GET', `/${id}/devices${query}`)).json()),
  }
}
