import '../server/node.mjs'
import { ensureConsole, ensureServer, SERVER } from './lib/build.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm start, npm run backup and the other commands of the server: installs and builds what is missing, then runs the command in this
// process, so that signals reach it directly and once.
await main(async () => {
  await ensureDependencies()
  if (process.argv[2] === 'start') await ensureConsole()
  await ensureServer()
})
if (process.exitCode === 0) await import(new URL('spaceport.mjs', SERVER).href)
