import '../server/node.mjs'
import { ensureConsole, ensureServer } from './lib/build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { node } from './lib/processes.mjs'
import { main } from './lib/project.mjs'

// Runs a TypeScript program of tests/ with everything in place: node scripts/run.mjs [--chromium] <file> [arguments]
await main(async () => {
  const [flag, ...rest] = process.argv.slice(2)
  const browser = flag === '--chromium'
  await ensureDependencies()
  await ensureConsole()
  await ensureServer()
  const env = browser ? { CHROMIUM_PATH: await findChromium() } : {}
  const { code } = await node(['--import', 'tsx', ...(browser ? rest : process.argv.slice(2))], { env })
  return code
})
