import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that nobody has written to for so long, in milliseconds, is of a server that was killed. */
const FORGOTTEN = 3_600_000

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
