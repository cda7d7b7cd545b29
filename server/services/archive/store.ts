import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { PlaceConfig } from '../../config/places'
import { isDiskFull, isMissing, makeFolder, removeForgotten, syncFolder } from '../storage/files'
import { openBucket } from '../storage/s3'

/** Where files of the archive are. Their names are paths below it, with slashes. Nothing is ever removed. */
export interface Store {
  /** Names of the files in a folder; none if there is no such folder. */
  list: (folder: string) => Promise<string[]>
  /** @throws Error if there is no such file */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Resolves when the file is stored durably. Replaces a file of that name. */
  write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
}

/** An archive in a folder of this machine, or in a bucket. */
export function openStore(config: PlaceConfig): Store {
  if ('folder' in config) return openFolder(config.folder)
  const { list, read, write } = openBucket(config)
  return { read, write, list: async (folder) => (await list(`${folder}/`)).map(({ name }) => name) }
}

/** Writes a small file into the archive, replacing the last one, and reads it. @throws Error that says what cannot be done */
export async function tryStore(store: Store): Promise<void> {
  // Readers of the archive pass over names that begin so.
  const [folder, content] = ['_spaceport-test', randomUUID()]
  const name = `${folder}/test.txt`
  await store.write(name, new TextEncoder().encode(content))
  const found = new TextDecoder().decode(await store.read(name))
  if (found !== content || !(await store.list(folder)).includes(name))
    throw new Error(`${name} was not read as it was written`)
}

/** Name of a file while it is written; readers of the archive pass over it. */
const PARTIAL = /^\..+\.partial$/

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Writes a file under another name first, so that a truncated one never has its name. */
async function writeWhole(file: string, bytes: Uint8Array) {
  const partial = join(dirname(file), `.${basename(file)}.${randomUUID()}.partial`)
  const handle = await open(partial, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    if (!(await readFile(partial)).equals(bytes)) throw new Error(`${file} was not read as it was written`)
    await rename(partial, file)
  } finally {
    await handle.close()
    await rm(partial, { force: true })
  }
}

/** An archive in a folder of this machine. Only the server's user can read it. */
export function openFolder(path: string): Store {
  const root = resolve(path)
  return {
    list: async (folder) => {
      const names = await namesIn(join(root, folder))
      await removeForgotten(
        join(root, folder),
        names.filter((name) => PARTIAL.test(name)),
      )
      return names.map((name) => `${folder}/${name}`)
    },
    read: async (name) => new Uint8Array(await readFile(join(root, name))),
    write: async (name, bytes) => {
      const file = join(root, name)
      try {
        await makeFolder(dirname(file))
        await writeWhole(file, bytes)
      } catch (error) {
        throw isDiskFull(error) ? new Error(`the disk of ${root} is full`) : error
      }
      let folder = dirname(file)
      for (; folder !== root; folder = dirname(folder)) await syncFolder(folder)
      await syncFolder(root)
      // It may belong to another user, who created the folder.
      await syncFolder(dirname(root)).catch(() => undefined)
    },
  }
}
