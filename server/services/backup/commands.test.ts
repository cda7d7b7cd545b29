import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { aFolder, PASSPHRASE } from '../../../tests/support/backups'
import { aConnector, aDevice } from '../../../tests/support/builders'
import { runCommand } from '../../../tests/support/command'
import { createDatabase, createEmptyDatabase } from '../../../tests/support/database'
import { makeServer } from '../../../tests/support/makeServer'
import { query } from '../../../tests/support/query'
import { serveSpace } from '../../../tests/support/serve'

const folder = aFolder()
afterAll(folder.remove)

const url = await createDatabase()
const { server, space } = await serveSpace({ databaseUrl: url })

/** Runs `npm run backup` or `npm run restore` without a terminal. */
async function run(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  return runCommand(`server/commands/${command}.ts`, args, { DATA_DIR: folder.at('data'), ...env })
}

test('a restored server continues: people stay signed in, and connectors wait if requested', async () => {
  const file = folder.at('moved.backup')
  const device = await aDevice(server, space)
  const connector = await aConnector(server, space, {})
  const off = await aConnector(server, space, { enabled: false })
  const tested = await server.call('POST', `/spaces/${space.id}/connectors/${connector.id}/test`, {
    token: space.owner.token,
    body: { device_id: device.id, message: { type: 'data', direction: 'up', body: {} } },
  })
  const waiting = z.object({ id: z.uuid() }).parse(await tested.json())
  const env = { BACKUP_PASSPHRASE: PASSPHRASE }
  const made = await run('backup', [file], { ...env, DATABASE_URL: url })
  expect(made).toMatchObject({ code: 0, complaint: '', said: expect.stringContaining(`${file} has`) })

  const empty = await createEmptyDatabase()
  const restored = await run('restore', ['--pause-connectors', file], { ...env, DATABASE_URL: empty })
  expect(restored).toMatchObject({ code: 0, complaint: '' })
  expect(restored.said).toContain('2 of the connectors are paused for 7 days')
  const moved = await makeServer({ databaseUrl: empty })
  try {
    const read = async (path: string) =>
      moved.call('GET', `/spaces/${space.id}/${path}`, { token: space.owner.token })
    expect((await read(`devices/${device.id}`)).status).toBe(200)
    const states = await Promise.all(
      [connector, off].map(async ({ id }) => {
        const answer = await read(`connectors/${id}`)
        return api.connectors.get.answer.parse(await answer.json()).operation?.state
      }),
    )
    expect(states).toEqual(['paused', 'off'])
    const sent = await read(`connectors/${connector.id}/deliveries/${waiting.id}`)
    expect(await sent.json()).toMatchObject({ state: 'cancelled' })
    expect(await query(empty, 'select from delivery_test')).toEqual([])
  } finally {
    await moved.stop()
  }
  const again = await run('restore', [file], { ...env, DATABASE_URL: empty })
  expect(again).toMatchObject({ code: 1, complaint: expect.stringContaining('The database is not empty.') })
})

test.each<['backup' | 'restore', string[], Record<string, string>, string]>([
  ['backup', [], {}, 'Use npm run backup'],
  ['restore', ['a', 'b'], {}, 'Use npm run restore'],
  ['restore', ['--fast', 'a'], {}, 'Use npm run restore'],
  ['backup', ['a.backup'], {}, 'No server works on the data folder'],
  ['backup', ['a.backup'], { DATABASE_URL: url }, 'Set BACKUP_PASSPHRASE, or run this in a terminal'],
  [
    'backup',
    ['/no/such/a.backup'],
    { DATABASE_URL: url, BACKUP_PASSPHRASE: PASSPHRASE },
    'There is no such folder',
  ],
  ['restore', ['--check', 'none.backup'], {}, 'There is no file'],
])('npm run %s -- %j fails with a remedy', async (command, args, env, sentence) => {
  const ended = await run(command, args, env)
  expect(ended).toMatchObject({ code: 1, said: '', complaint: expect.stringContaining(sentence) })
})
