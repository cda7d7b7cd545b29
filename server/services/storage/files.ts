import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR } from '#contract/common/durations'

/** Whether there is no such file or folder. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Whether a disk is full, or what the user may use of it. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Whether there is such a file or folder. Errors: those of the system, where it cannot be seen. */
export const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )

/**
 * Makes a folder, and those above it, for the server's user only. Node's own `recursive` tries for ever where nothing can be made
 * and the system says that something is missing, as below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const make = async () => {
    try {
      await mkdir(folder, { mode: 0o700 })
    } catch (error) {
      if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error
    }
  }
  try {
    await make()
  } catch (error) {
    const above = dirname(folder)
    if (!isMissing(error) || (await isThere(above))) throw error
    await makeFolder(above)
    await make()
  }
}

/** A file that nobody has written to for so long, in milliseconds, is of a server that was killed. */
const FORGOTTEN = HOUR

/** Removes those of some unfinished files in a folder that nobody writes any more. */
export async function removeForgotten(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(folder, name)
    if (Date.now() - (await stat(file)).mtimeMs > FORGOTTEN) await rm(file, { force: true })
  }
}

/** Makes the names in a folder outlive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
