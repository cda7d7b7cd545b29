import { expect } from 'vitest'
import { type TrashDeletion, type TrashEntry, type TrashResource, trashApi } from '#contract/trash'
import { deleteNext } from '../../server/services/background/deletion'
import type { TestSpace } from './builders'
import type { TestServer } from './makeServer'

/** Calls about the trash of spaces, as their owners. */
export function trashCalls(server: Pick<TestServer, 'call' | 'db'>) {
  const on = async (
    space: TestSpace,
    method: string,
    path: string,
    body?: unknown,
    token = space.owner.token,
  ) => server.call(method, `/spaces/${space.id}${path}`, { token, body })
  const read = async (space: TestSpace, path: string): Promise<unknown> =>
    (await on(space, 'GET', path)).json()
  const entriesOf = async (space: TestSpace, query = ''): Promise<TrashEntry[]> =>
    trashApi.list.answer.parse(await read(space, `/trash${query}`))
  return {
    on,
    read,
    entriesOf,
    entryOf: async (space: TestSpace, recordId: string): Promise<TrashEntry> => {
      const entry = (await entriesOf(space)).find(({ record_id }) => record_id === recordId)
      if (!entry) throw new Error('it is not in the trash')
      return entry
    },
    deleteAll: async (space: TestSpace, resource: TrashResource, ids: string[]): Promise<TrashDeletion> => {
      const answer = await on(space, 'POST', '/trash', { resource, ids })
      expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true])
      return trashApi.delete.answer.parse(await answer.json())
    },
    restoreAll: async (space: TestSpace, body: object) => {
      const answer = await on(space, 'POST', '/trash/restore', body)
      expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true])
      return trashApi.restore.answer.parse(await answer.json())
    },
    /** Lets the worker do all that is due. */
    finish: async () => {
      while (await deleteNext(server.db.$client, async () => undefined));
    },
  }
}

/** Stores the newest entries of a batch, whose variables cannot be restored: their device is not there. */
export const refusedEntries = async (
  { db }: Pick<TestServer, 'db'>,
  { batch, count }: { batch: string; count: number },
): Promise<unknown> =>
  db.$client.query(
    `insert into trash (space_id, id, resource, record_id, name, kept_until, batch, entry_id, content)
     select space_id, ('ffffffff-' || substr(gen_random_uuid()::text, 10))::uuid, 'variable', gen_random_uuid(), 'x', kept_until, batch, entry_id,
       jsonb_build_object('variable', jsonb_build_array(jsonb_build_object(
         'value', 'x', 'device_id', gen_random_uuid(), 'for_connectors', false)))
     from trash, generate_series(1, $2::int) where batch = $1`,
    [batch, count],
  )
