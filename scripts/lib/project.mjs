import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Absolute path of something in the project. @param {string[]} parts */
export const path = (...parts) => join(root, ...parts)

/** Reads a JSON file. @param {string} file @returns {any} */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Arguments for Node that start a program of an installed package, without a shell and on every system.
 * @param {string} name package @param {string} [program] if the package has several
 */
export function program(name, program = name.replace(/^@.*\//, '')) {
  const manifest = path('node_modules', name, 'package.json')
  const { bin } = readJson(manifest)
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[program])
}

/** Prints a line. @param {string} text */
export const say = (text) => console.log(text)

/** Formats a duration as seconds. @param {number} milliseconds */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

/** An error that needs no stack: it says what went wrong, and what to do. */
export class Failure extends Error {
  /** @param {string} message @param {number} [code] of the exit */
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

/** Exit code of a failure that repeats until a person does something: EX_CONFIG of sysexits.h, at which the unit gives up. */
export const GIVE_UP = 78

/**
 * Checks that something can be installed or built.
 * @param {string} what has changed
 * @throws Failure
 */
export function requireWritable(what, folder = root) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Failure(
      `${what}, and ${folder} cannot be written from here. Run npm run build there as its owner, then start again.`,
      GIVE_UP,
    )
  }
}

/** Runs a script's body; a `Failure` becomes a sentence. @param {() => Promise<number | void>} body returns the exit code */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(error.message)
    process.exitCode = error.code
  }
}
