import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = dirname(fileURLToPath(import.meta.url))

/** The nearest folder, this one or one above it, that has a file. */
function folderWith(file: string, folder = HERE): string {
  if (existsSync(join(folder, file))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error(`No folder above ${HERE} has ${file}.`)
  return folderWith(file, above)
}

/** Folder of the project, or of the package that is made from it. */
const ROOT = folderWith('package.json')

/** Absolute path of something in it. */
export const installed = (...parts: readonly string[]): string => join(ROOT, ...parts)

/** Whether the server runs from its sources. Its build is JavaScript in one folder. */
export const isFromSource = import.meta.url.endsWith('.ts')

/**
 * Path of a program of the server's build.
 * @param name for example `commands/backup`
 */
export const builtProgram = (name: string): string => join(folderWith('spaceport.mjs'), `${name}.mjs`)

/** How a person runs a command of the server: in the project with npm, elsewhere with the program of the package. */
export const commandLine = (command: string): string =>
  existsSync(installed('server', 'spaceport.ts')) ? `npm run ${command} --` : `spaceport ${command}`
