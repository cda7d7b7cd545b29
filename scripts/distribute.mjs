import './lib/node.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm run distribute: prints the statements that spread the database over the nodes of Citus; with --apply it runs them.
await main(ensureDependencies)
if (process.exitCode === 0) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../server/commands/distribute.ts', import.meta.url).href)
}
