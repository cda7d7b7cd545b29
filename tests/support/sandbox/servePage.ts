import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { startTestCluster } from '../cluster'
import { createDatabase } from '../database'
import { makeServer } from '../makeServer'

const root = fileURLToPath(new URL('page', import.meta.url))

/**
 * Builds a page with only the console's sandbox, and serves it from the real server with the same security policies as
 * the console's files.
 */
export async function serveSandboxPage() {
  const dist = await mkdtemp(join(tmpdir(), 'sandbox-page-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
    worker: { format: 'es' },
  })
  const cluster = await startTestCluster()
  const databaseUrl = await createDatabase(cluster.connectionString)
  const server = await makeServer({ databaseUrl, settings: { dist } })
  return {
    url: await server.listen(),
    async close() {
      await server.stop()
      await cluster.stop()
      await rm(dist, { recursive: true, force: true })
    },
  }
}
