import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../../server/db/cluster/postmaster'

const folder = await mkdtemp(join(tmpdir(), 'package-'))
afterAll(async () => rm(folder, { recursive: true }))

/** Runs a program with what npm needs, and some variables. */
function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  return { ended: once(child, 'close'), said: () => said, stop: () => void child.kill() }
}

test('the package starts in an empty folder, without the registry once it is installed', {
  tags: 'heavy',
}, async () => {
  const made = run(process.execPath, ['scripts/package.mjs'], '.')
  expect(await made.ended).toEqual([0, null])
  const file = /spaceport-\S+\.tgz/.exec(made.said())?.[0] ?? ''
  await copyFile(file, join(folder, file))
  const npx = (env: Record<string, string>, ...args: string[]) =>
    run('npx', ['--yes', `./${file}`, ...args], folder, env)

  const help = npx({}, '--help')
  expect(await help.ended).toEqual([0, null])
  expect(help.said()).toContain('spaceport backup')

  const PORT = String(await freePort())
  const server = npx({ PORT, DEMO: '0', npm_config_registry: 'http://127.0.0.1:1' })
  await vi.waitFor(() => expect(server.said()).toContain(` is on http://localhost:${PORT}`), {
    timeout: 60_000,
  })
  const page = async (path: string) => (await fetch(`http://127.0.0.1:${PORT}${path}`)).text()
  expect(await page('/')).toContain('id="root"')
  expect(await page('/health')).toBe('ok')
  expect(await readdir(folder)).toContain('data')
  server.stop()
  await server.ended
  await expect.poll(async () => page('/health').catch(() => 'nobody answers')).toBe('nobody answers')
})
