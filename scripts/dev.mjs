import '../server/node.mjs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureDependencies } from './lib/dependencies.mjs'
import { isStopping, start } from './lib/processes.mjs'
import { main, program, say } from './lib/project.mjs'

const port = Number(process.env.PORT ?? 8080)

const isListening = () =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

// npm run dev: the server restarts when its sources change, the console changes in place.
await main(async () => {
  await ensureDependencies()
  const watch = [program('tsx'), 'watch', '--clear-screen=false', 'server/main.ts']
  const server = start(process.execPath, watch, { apart: true })
  while (!server.hasEnded() && !(await isListening())) await wait(200)
  if (server.hasEnded()) return (await server.ended).code

  const vite = start(process.execPath, [program('vite'), '--clearScreen', 'false'])
  say('The console with hot reload is on the address that Vite prints; its calls go to the server.')
  const { code } = await Promise.race([server.ended, vite.ended])
  if (!isStopping()) for (const { child } of [server, vite]) child.kill('SIGTERM')
  await Promise.all([server.ended, vite.ended])
  return code
})
