import './lib/node.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm run backup -- FILE: writes all rows of the database into a file; with --check it test-restores such a file.
await main(ensureDependencies)
if (process.exitCode === 0) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../server/commands/backup.ts', import.meta.url).href)
}
