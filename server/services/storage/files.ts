import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR } from '#contract/common/durations'

/** Whether the error says that a file or folder does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Whether the error says that a disk, or the user's quota, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Whether a file or folder exists. Rejects with an error of the system if it cannot be read. */
export const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )

/**
 * Creates a folder, and those above it, for the server's user only. Node's own `recursive` retries forever where nothing can be created and
 * the system says that something is missing, as below /proc.
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

/** Milliseconds after which an unfinished file without changes belongs to a server that was killed. */
const FORGOTTEN = HOUR

/** Removes unfinished files in a folder that are no longer being written. */
export async function removeForgotten(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(folder, name)
    if (Date.now() - (await stat(file)).mtimeMs > FORGOTTEN) await rm(file, { force: true })
  }
}

/** Makes the names in a folder survive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
