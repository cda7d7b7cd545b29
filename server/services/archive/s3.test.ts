import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '../../../tests/support/backups'
import { aDevice, aMessage } from '../../../tests/support/builders'
import { askArchive } from '../../../tests/support/duckdb'
import { startS3 } from '../../../tests/support/s3'
import { serveSpace } from '../../../tests/support/serve'
import { retireMonths } from './retention'
import { openStore } from './store'

const NOW = new Date('2026-11-21T08:00:00.000Z')
const MAY = new Date('2026-05-17T10:20:30.456Z')
const BEFORE = new Date('2026-09-01T00:00:00.000Z')

const [s3, gone] = await Promise.all([startS3(), startS3()])
await gone.stop()
afterAll(s3.stop)
const folder = aFolder()
afterAll(folder.remove)
const { server, space } = await serveSpace({ now: () => NOW })
const device = await aDevice(server, space)

const config = { url: s3.url, ...s3.key }
async function retire(changes: Partial<typeof config> = {}) {
  const store = openStore({ ...config, ...changes })
  for await (const _ of retireMonths(server.deps, BEFORE, { store, file: { messages: 1, characters: 1 } }));
}

/** Rows that DuckDB finds in the objects. */
async function found() {
  for (const [name, bytes] of s3.objects) {
    const file = folder.at(name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, bytes)
  }
  return askArchive(folder.at('spaceport'), 'select id, space, month from message order by id')
}

test('missing messages are archived in a bucket with signed requests', async () => {
  const row = (id: string) => ({ id, space: space.id, month: '2026-05' })
  const ids: string[] = []
  // More files than fit on a page of the list.
  for (let n = 0; n < 5; n++) {
    ids.push(await aMessage(server, device, { at: new Date(MAY.getTime() + n) }))
    await retire()
  }
  expect(await found()).toEqual(ids.map(row))
  expect(s3.objects.size).toBe(5)
  expect(await server.db.$client.query('select from message')).toMatchObject({ rowCount: 0 })
})

test.each([
  ['a key that the service does not know', { accessKey: 'AKIDOTHER' }, '403 InvalidAccessKeyId'],
  ['a wrong secret', { secretKey: 'wrong' }, '403 SignatureDoesNotMatch'],
  ['another region', { region: 'us-east-1' }, '403 AuthorizationHeaderMalformed'],
  ['a bucket that does not exist', { url: s3.url.replace('/bucket/', '/other/') }, '404 NoSuchBucket'],
  ['a service that does not listen', { url: gone.url }, 'ECONNREFUSED'],
])('with %s messages stay, and the reason is reported', async (_, changes, reason) => {
  const id = await aMessage(server, device, { at: MAY })
  await expect(retire(changes)).rejects.toThrow(
    new RegExp(`the messages of 2026-05 stay in the database: .*${reason}`),
  )
  const { rows } = await server.db.$client.query('delete from message returning id')
  expect(rows).toEqual([{ id }])
})

test('requests to a busy service are retried, and messages stay when it stays busy', async () => {
  const id = await aMessage(server, device, { at: MAY })
  s3.state.isDown = true
  await expect(retire()).rejects.toThrow('503 SlowDown')
  s3.state.isDown = false
  await retire()
  expect((await found()).map((row) => row.id)).toContain(id)
})
