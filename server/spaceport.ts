#!/usr/bin/env node
import './node.mjs'

/** What the program of the package can do: `spaceport backup FILE`. Each command reads the arguments after its name. */
const COMMANDS = new Map<string, [does: string, run: () => Promise<unknown>]>([
  ['start', ['start the server and the console; also without a command', () => import('./main')]],
  ['doctor', ['check the configuration, and all that the server needs', () => import('./commands/doctor')]],
  ['backup', ['write a backup to a file', () => import('./commands/backup')]],
  ['restore', ['restore, check or list backups', () => import('./commands/restore')]],
  ['recover', ['print a link that signs in a system administrator', () => import('./commands/recover')]],
  ['distribute', ['spread the database over nodes', () => import('./commands/distribute')]],
])

const [, , name = 'start'] = process.argv
const command = COMMANDS.get(name)
if (command) {
  process.argv.splice(2, 1)
  await command[1]()
} else {
  const isHelp = name === '--help'
  const lines = Array.from(COMMANDS, ([known, [does]]) => `  spaceport ${known.padEnd(12)}${does}`)
  const output = isHelp ? process.stdout : process.stderr
  output.write(`${isHelp ? '' : `There is no command ${name}.\n`}${lines.join('\n')}\n`)
  process.exitCode = isHelp ? 0 : 1
}
