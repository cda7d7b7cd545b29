// Walks the ten main paths of the console in Firefox and in Safari's engine, on a real server. Says how to install a browser that is
// missing. Exits with 1 when one is missing, a path does not lead to its end, or a page has an error.
// npm run browsers [-- firefox | webkit]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Backend } from '../e2e/support/backend'
import { startTestCluster } from '../support/cluster'
import type { EngineKind } from './engine'
import { firefox } from './firefox'
import { PATHS } from './paths'
import { personAt } from './person'
import { webkit } from './webkit'

/** Walks all paths in a browser; how many did not lead to their ends. */
async function walk(kind: EngineKind, backend: Backend): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'spaceport-browser-'))
  const engine = await kind.start(home)
  const person = await personAt(engine, backend.url)
  const account = await backend.person()
  const space = await backend.space(account)
  let failed = 0
  let told = 0
  for (const [name, path] of PATHS) {
    const problem = await path(person, { backend, account, space, home }).then(() => '', String)
    const errors = [...(await person.complaints().catch(() => [])), ...engine.errors.slice(told)]
    told = engine.errors.length
    const isWell = problem === '' && errors.length === 0
    if (!isWell) failed += 1
    console.log(
      [`${kind.name}: ${name}${isWell ? '' : ' – FAILED'}`, problem, ...errors].filter(Boolean).join('\n  '),
    )
    // The next one begins at a page of the space.
    if (problem !== '') await person.open(`/space/${space.id}/devices`)
  }
  await engine.close()
  await rm(home, { recursive: true, force: true })
  return failed
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
for (const kind of kinds.filter((kind) => !absent.includes(kind))) failed += await walk(kind, backend)
await backend.stop()
await cluster.stop()
process.exit(failed === 0 && absent.length === 0 && kinds.length > 0 ? 0 : 1)
