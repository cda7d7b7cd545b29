import { randomUUID } from 'node:crypto'
import type { ArchiveConfig } from '../../config'
import { openFolder } from './folder'
import { openBucket } from './s3'
import type { Store } from './store'

export const openStore = (config: ArchiveConfig): Store =>
  'folder' in config ? openFolder(config.folder) : openBucket(config)

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
