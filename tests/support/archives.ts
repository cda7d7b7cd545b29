import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { afterAll, beforeEach } from 'vitest'
import { messageSchema } from '#contract/messages'
import { ensurePartitions } from '../../server/db/partitions'
import type { Options } from '../../server/services/archive/month'
import { type Retired, retireMonths } from '../../server/services/archive/retention'
import { openFolder } from '../../server/services/archive/store'
import { aFolder } from './backups'
import { aDevice, type TestSpace } from './builders'
import { askArchive } from './duckdb'
import { serveSpace } from './serve'

export const NOW = new Date('2026-11-21T08:00:00.000Z')
/** Older messages are archived. */
export const BEFORE = new Date('2026-09-01T00:00:00.000Z')
export const MAY = new Date('2026-05-17T10:20:30.456Z')

/** Serves the tests of one file with a server that archives messages, for each test into another folder. */
export async function serveArchive() {
  const { server, space } = await serveSpace({ now: () => NOW })
  const device = await aDevice(server, space)
  const folders = aFolder()
  afterAll(folders.remove)

  /** Archive of the current test. */
  const place = { folder: '', store: openFolder('') }
  beforeEach(async () => {
    await server.db.$client.query('delete from message')
    await ensurePartitions(server.db.$client, new Date('2026-05-01T00:00:00.000Z'), NOW)
    place.folder = folders.at(randomUUID())
    place.store = openFolder(place.folder)
  })

  /** Archives and drops the months before September. @returns the dropped months, with their messages */
  async function retire(options: Partial<Options> = {}, deps = server.deps) {
    const retired: Retired[] = []
    for await (const month of retireMonths(deps, BEFORE, { store: place.store, ...options }))
      retired.push(month)
    return retired.filter(({ messages }) => messages > 0)
  }

  const files = () =>
    existsSync(place.folder)
      ? readdirSync(place.folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.includes('.parquet'))
          .toSorted()
      : []
  const ids = async () =>
    (await askArchive(place.folder, 'select id from message order by id')).map(({ id }) => id)
  const stored = async () =>
    server.db.$client.query('select id from message order by id').then(({ rows }) => rows.map(({ id }) => id))

  async function shown(id: string, { id: spaceId, owner: { token } }: TestSpace = space) {
    const answer = await server.call('GET', `/spaces/${spaceId}/messages/${id}`, { token })
    return {
      status: answer.status,
      message: answer.ok ? messageSchema.parse(await answer.json()) : undefined,
    }
  }

  /** Reads messages while the work runs, so that no month can be dropped. */
  async function whileInUse(work: () => Promise<unknown>) {
    const client = await server.db.$client.connect()
    try {
      await client.query('begin; select from message limit 1')
      await work()
    } finally {
      await client.query('commit')
      client.release()
    }
  }

  return { server, space, device, folders, place, retire, files, ids, stored, shown, whileInUse }
}
