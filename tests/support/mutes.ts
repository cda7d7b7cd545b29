import { expect } from 'vitest'
import type { Scope } from '#contract/alerts'
import { type Mute, mutesApi } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import { mute } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import type { Fillable, TestSpace } from './builders'

/** Stores a mute of planned work for an hour. */
export async function aMute(
  { db, deps }: Fillable,
  { id: spaceId }: Pick<TestSpace, 'id'>,
  scope: Scope = { kind: 'all' },
) {
  const at = deps.now()
  const row = {
    spaceId,
    id: newId(at),
    name: 'Planned work',
    scope,
    ruleIds: [],
    startsAt: at,
    endsAt: new Date(at.getTime() + HOUR),
    createdBy: 'ada@example.com',
  }
  await db.insert(mute).values(row)
  return row
}

interface Caller {
  call: (method: string, path: string, options: { token: string; body: object }) => Promise<Response>
}

/** Creates a mute by its call, by default for an hour from now. */
export async function createMute(
  server: Caller,
  { id, owner }: TestSpace,
  body: { [Field in keyof Mute]?: Mute[Field] | undefined } & Pick<Mute, 'scope'>,
): Promise<Mute> {
  const ends_at = new Date(Date.now() + HOUR).toISOString()
  const answer = await server.call('POST', `/spaces/${id}/mutes`, {
    token: owner.token,
    body: { name: 'Planned work', ends_at, ...body },
  })
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true])
  return mutesApi.create.answer.parse(await answer.json())
}
