import { randomUUID } from 'node:crypto'
import type { PlaceConfig } from '../../config/places'
import { openBucket } from '../storage/s3'
import { openFolder } from './folder'

/** Where files of the archive are. Their names are paths below it, with slashes. Nothing is ever removed. */
export interface Store {
  /** Names of the files in a folder; none when there is no such folder. */
  list: (folder: string) => Promise<string[]>
  /** @throws Error when there is no such file */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Resolves when the file is there to stay. It takes the place of a file of that name. */
  write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
}

/** An archive in a folder of this machine, or in a bucket. */
export function openStore(config: PlaceConfig): Store {
  if ('folder' in config) return openFolder(config.folder)
  const { list, read, write } = openBucket(config)
  return { read, write, list: async (folder) => (await list(`${folder}/`)).map(({ name }) => name) }
}

/** Writes a small file into the archive, in place of the last one, and reads it. @throws Error that says what cannot be done */
export async function tryStore(store: Store): Promise<void> {
  // Who reads the archive passes over names that begin so.
  const [folder, content] = ['_spaceport-test', randomUUID()]
  const name = `${folder}/test.txt`
  await store.write(name, new TextEncoder().encode(content))
  const found = new TextDecoder().decode(await store.read(name))
  if (found !== content || !(await store.list(folder)).includes(name))
    throw new Error(`${name} was not read as it was written`)
}
