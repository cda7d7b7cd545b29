// Builds the image and starts it as in docs/deployment.md: it becomes healthy as an unprivileged user on a read-only
// file system, and stops cleanly. It needs Docker. Arguments are passed to docker build and docker run.
// npm run image -- --network host
import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

const TAG = 'spaceport-test'
/** Most bytes of the image without its base image. */
const LARGEST = 250e6
/** Packages that only the console needs. */
const CONSOLE = ['react', '@mui/material', 'monaco-editor', '@nivo/line', 'vite']
/** Seconds until it is healthy; it first creates a database, which is slow on some machines. */
const PATIENCE = 300

const given = process.argv.slice(2)

/** Runs Docker. @throws Error with its output when it fails */
function docker(args: string[], { isShown = false } = {}): string {
  const { status, stdout, stderr, error } = spawnSync('docker', args, {
    encoding: 'utf8',
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    maxBuffer: 64e6,
  })
  if (error) throw new Error(`Docker cannot be run: ${error.message}`)
  if (status !== 0) throw new Error(`docker ${args.join(' ')} failed: ${stderr ?? ''}`)
  return (stdout ?? '').trim()
}

const stateSchema = z.object({
  Status: z.string(),
  ExitCode: z.int(),
  Health: z.object({ Status: z.string() }),
})
const stateOf = (container: string) =>
  stateSchema.parse(JSON.parse(docker(['inspect', '--format', '{{json .State}}', container])))

const layerSchema = z.object({ CreatedBy: z.string(), Size: z.string() })

async function healthOf(container: string): Promise<string> {
  const until = Date.now() + PATIENCE * 1000
  for (;;) {
    const { Status, Health } = stateOf(container)
    if (Status !== 'running' || Health.Status !== 'starting' || Date.now() > until) return Health.Status
    await wait(1000)
  }
}

const failures: string[] = []
function expect(what: string, isSo: boolean) {
  process.stdout.write(`${isSo ? 'yes' : 'NO '} ${what}\n`)
  if (!isSo) failures.push(what)
}

docker(['build', ...given, '-t', TAG, '.'], { isShown: true })
const own = docker(['history', '--no-trunc', '--human=false', '--format', '{{json .}}', TAG])
  .split('\n')
  .map((line) => layerSchema.parse(JSON.parse(line)))
// Layers of the base image come last, and start where its own command was set.
const base = own.findIndex(({ CreatedBy }) => /NODE_ENV=production/.test(CreatedBy))
const size = own.slice(0, base).reduce((sum, { Size }) => sum + Number(Size), 0)
process.stdout.write(`The image has ${(size / 1e6).toFixed(0)} MB on those of Node.js.\n`)
expect(`it is smaller than ${LARGEST / 1e6} MB`, size > 0 && size < LARGEST)

const container = docker([
  'run',
  '--detach',
  ...given,
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges:true',
  '--volume=/data',
  // An unused port, for when it shares the network of the machine.
  '--env=PORT=18937',
  TAG,
])
try {
  expect('it becomes healthy on a file system that is only read', (await healthOf(container)) === 'healthy')
  expect('it runs as a user without rights', docker(['exec', container, 'id', '-u']) !== '0')
  const commit = docker(['exec', container, 'cat', 'node_modules/spaceport/dist/.vite/built'])
  expect(`it knows its commit ${commit}`, /^[\da-f]{10}$/.test(commit))
  const found = `${JSON.stringify(CONSOLE)}.filter((name) => fs.existsSync('node_modules/' + name))`
  const packages = docker(['exec', container, 'node', '-p', `${found}.join()`])
  expect(`it has no packages of the console ${packages}`, packages === '')
  const page = docker([
    'exec',
    container,
    'node',
    '-e',
    `fetch('http://127.0.0.1:18937/').then(async (a) => console.log(await a.text()))`,
  ])
  expect('it serves the console', page.includes('id="root"'))
  const backUp = ['exec', '--env=BACKUP_PASSPHRASE=a', container, 'spaceport', 'backup']
  docker([...backUp, '/data/a.backup'])
  expect('a backup of it is good', /is good/.test(docker([...backUp, '--check', '/data/a.backup'])))
  docker(['stop', '--time=30', container])
  expect('it stops cleanly', stateOf(container).ExitCode === 0)
} catch (error) {
  process.stderr.write(docker(['logs', container]))
  throw error
} finally {
  docker(['rm', '--force', '--volumes', container])
}
if (failures.length > 0) process.exitCode = 1
