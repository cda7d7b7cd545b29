import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

const TABLE = fileURLToPath(new URL('page', import.meta.url))

/** Builds the page of a benchmark into a temporary folder and serves it on a free port. */
export async function servePage(root = TABLE) {
  const outDir = await mkdtemp(join(tmpdir(), 'table-bench-'))
  const shared = { root, configFile: false, logLevel: 'error' } as const
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2022' } })
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The page of the benchmark is not served')
  return {
    url: url.replace(/\/$/, ''),
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
