import './lib/node.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm run doctor: checks the configuration and what it names, and says what to do.
await main(ensureDependencies)
if (process.exitCode === 0) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../server/commands/doctor.ts', import.meta.url).href)
}
