import './lib/node.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm run recover -- admin@example.com: prints a one-time link that signs in a system administrator.
await main(ensureDependencies)
if (process.exitCode === 0) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../server/commands/recover.ts', import.meta.url).href)
}
