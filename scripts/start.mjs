import './lib/node.mjs'
import { ensureBuild } from './lib/build.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm start: installs and builds what is missing, then runs the server in this process, so that signals reach it
// directly and once.
await main(async () => {
  await ensureDependencies()
  await ensureBuild()
})
if (process.exitCode === 0) {
  const { register } = await import('tsx/esm/api')
  register()
  await import(new URL('../server/main.ts', import.meta.url).href)
}
