import { ignoreClosedOutput } from './output.mjs'

ignoreClosedOutput()

// Every program imports this first: older versions of Node fail later, with errors that explain nothing.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 23

if (!supported) {
  console.error(
    `Spaceport needs Node.js 20.19 or newer (of version 22: 22.13 or newer); this is ${process.version}. Get it at https://nodejs.org`,
  )
  process.exit(1)
}

// npm signals the shell between itself and a program, and the shell exits without passing the signal on. So a program of npm also stops
// when its parent has ended.
// `scripts/spaceport.mjs` loads this file and its bundle: only the first one watches.
if (process.env.npm_lifecycle_event) {
  delete process.env.npm_lifecycle_event
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
