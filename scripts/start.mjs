import './lib/node.mjs'
import { ensureBuild } from './lib/build.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm start: whatever is missing is installed and built, then the server runs, in this very process: signals reach it
// once and directly, whoever sends them.
await main(async () => {
  await ensureDependencies()
  await ensureBuild()
})
if (process.exitCode === 0) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../server/main.ts', import.meta.url).href)
}
