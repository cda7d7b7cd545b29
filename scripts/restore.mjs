import './lib/node.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm run restore -- FILE: fills an empty database with the rows of a backup; with --check it only tests it.
await main(ensureDependencies)
if (process.exitCode === 0) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../server/commands/restore.ts', import.meta.url).href)
}
