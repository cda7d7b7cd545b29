import { ignoreClosedOutput } from '../../server/output.mjs'

ignoreClosedOutput()

// Every script imports this first: older versions of Node fail later, with errors that explain nothing.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 23

if (!supported) {
  console.error(
    `Spaceport needs Node.js 20.19 or newer (of version 22: 22.13 or newer); this is ${process.version}. Get it at https://nodejs.org`,
  )
  process.exit(1)
}
