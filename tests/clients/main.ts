// Generates clients in Python and Go from the OpenAPI document, and makes the same calls with each to a server. Skips a
// language whose tools are missing, and says so. Exits with 1 when a client cannot be generated, or prints something
// else.
// npm run clients
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestCluster } from '../support/cluster'
import { createDatabase } from '../support/database'
import { makeServer, type TestServer } from '../support/makeServer'
import { aFolder, CALLS, callerOf, documentIn, programOf, run } from './calls'

/** Runs a program of a language; returns its output about its calls. */
type Program = (server: TestServer) => Promise<string>

/** Needs openapi-python-client, and the packages of its clients: httpx, attrs and python-dateutil. */
const python: Program = async (server) => {
  const cwd = await aFolder('python')
  const output = ['--meta', 'none', '--output-path', 'spaceport_client', '--overwrite']
  const path = await documentIn(cwd, server)
  await run('openapi-python-client', ['generate', '--fail-on-warning', '--path', path, ...output], { cwd })
  await copyFile(programOf('python/calls.py'), join(cwd, 'calls.py'))
  return run('python3', ['calls.py'], { cwd, env: await callerOf(server) })
}

// Leave out fields without a value; send null where it is set.
const GO_CONFIG = `
package: main
output: spaceport.go
generate: { models: true, client: true }
output-options: { nullable-type: true }
`

/** Needs oapi-codegen, and a module proxy for the runtime of its clients. */
const go: Program = async (server) => {
  const cwd = await aFolder('go')
  await writeFile(join(cwd, 'config.yaml'), GO_CONFIG)
  await copyFile(programOf('go/calls.go'), join(cwd, 'calls.go'))
  await run('go', ['mod', 'init', 'example.com/calls'], { cwd })
  await run('oapi-codegen', ['--config', 'config.yaml', await documentIn(cwd, server)], { cwd })
  await run('go', ['mod', 'tidy'], { cwd })
  return run('go', ['run', '.'], { cwd, env: await callerOf(server) })
}

const LANGUAGES: [name: string, program: Program, tools: string[]][] = [
  ['Python', python, ['openapi-python-client', 'python3']],
  ['Go', go, ['oapi-codegen', 'go']],
]

/** Whether a program is on the PATH. */
const isThere = async (tool: string) =>
  run('which', [tool], { cwd: '.' }).then(
    () => true,
    () => false,
  )

const cluster = await startTestCluster()
process.env.TEST_CLUSTER_URL = cluster.connectionString
let isWell = true
for (const [name, program, tools] of LANGUAGES) {
  const missing: string[] = []
  for (const tool of tools) if (!(await isThere(tool))) missing.push(tool)
  if (missing.length > 0) {
    console.log(`${name}: skipped, because ${missing.join(' and ')} is not on the PATH.`)
    continue
  }
  const server = await makeServer({ databaseUrl: await createDatabase(cluster.connectionString) })
  const said = await program(server).catch(String)
  await server.stop()
  const isRight = said === CALLS
  isWell &&= isRight
  console.log(
    isRight ? `${name}: ${CALLS.trim().split('\n').length} answers as expected.` : `${name}: WRONG\n${said}`,
  )
}
await cluster.stop()
process.exit(isWell ? 0 : 1)
