// Walks the ten main paths of the console in Firefox and in Safari's engine, on a real server. Says how to install a
// missing browser. Exits with 1 when a browser is missing, a path does not reach its end, or a page has an error.
// npm run browsers [-- firefox | webkit]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Backend } from '../e2e/support/backend'
import { aClaimToken, aSerialNumber } from '../support/builders'
import { startTestCluster } from '../support/cluster'
import type { Engine, EngineKind } from './engine'
import { firefox } from './firefox'
import { PATHS, type Scene } from './paths'
import { personAt } from './person'
import { webkit } from './webkit'

/** Walks all paths in a browser; returns how many did not reach their end. */
async function walk(engine: Engine, name: string, scene: Scene): Promise<number> {
  const person = await personAt(engine, scene.backend.url)
  let failed = 0
  let reported = 0
  for (const [path, go] of PATHS) {
    const began = Date.now()
    const problem = await go(person, scene).then(() => '', String)
    const errors = [...(await person.complaints().catch(() => [])), ...engine.errors.slice(reported)]
    reported = engine.errors.length
    const isWell = problem === '' && errors.length === 0
    if (!isWell) failed += 1
    const seconds = Math.round((Date.now() - began) / 1000)
    const line = `${name}: ${path}${isWell ? '' : ' – FAILED'} (${seconds} s)`
    console.log([line, problem, ...errors].filter(Boolean).join('\n  '))
    // The next path begins at a page of the space.
    if (problem !== '') await person.open(`/space/${scene.space.id}/devices`)
  }
  return failed
}

/** Starts a browser with a profile of its own, and walks all paths with a new account. */
async function visit(kind: EngineKind, backend: Backend): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'spaceport-browser-'))
  const account = await backend.person()
  const scene = {
    backend,
    account,
    space: await backend.space(account),
    otherSpace: await backend.space(account),
    device: { name: 'well-1', serial_number: aSerialNumber(), token: aClaimToken() },
    home,
  }
  const engine = await kind.start(home)
  try {
    return await walk(engine, kind.name, scene)
  } finally {
    await engine.close()
    await rm(home, { recursive: true, force: true })
  }
}

const [asked] = process.argv.slice(2)
const kinds = [firefox, webkit].filter(({ name }) => asked === undefined || asked === name.toLowerCase())
const absent = kinds.filter((kind) => kind.missing().length > 0)
for (const kind of absent)
  console.log(
    `${kind.name}: ${kind.missing().join(' and ')} is not installed. On Debian: apt-get install ${kind.packages.join(' ')}`,
  )
if (kinds.length === 0) console.log('The browsers are firefox and webkit.')

const cluster = await startTestCluster()
process.env.TEST_CLUSTER_URL = cluster.connectionString
const backend = await Backend.start()
await backend.person({ systemRole: 'admin' })
let failed = 0
for (const kind of kinds.filter((kind) => !absent.includes(kind)))
  failed += await visit(kind, backend).catch((error: unknown) => {
    console.log(`${kind.name}: FAILED\n  ${String(error)}`)
    return 1
  })
await backend.stop()
await cluster.stop()
process.exit(failed === 0 && absent.length === 0 && kinds.length > 0 ? 0 : 1)
