import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { DAY } from '#contract/common/durations'
import type { BucketConfig, PlaceConfig } from '../../config/places'
import type { Shelf } from '../../systems'
import { isMissing, makeFolder, removeForgotten } from '../storage/files'
import { openBucket } from '../storage/s3'
import { fileAt, objectAt } from './file'
import { BackupError } from './format'

/** File name extensions of a backup, and of a file that is being written. */
const [BACKUP, PARTIAL] = ['.backup', '.backup.partial']
/** File name extension of a backup whose check has failed. */
export const UNCHECKED = '.unchecked'

const isPartial = (name: string) => name.startsWith('spaceport-') && name.endsWith(PARTIAL)

/** @throws the error, unless it says that there is no such file or folder */
function unlessGone(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

function folderShelf(path: string): Omit<Shelf, 'tryOut'> {
  const folder = resolve(path)
  return {
    place: folder,
    isShared: false,
    file: (name) => fileAt(join(folder, name)),
    list: async () => {
      // The first backup creates the folder, and another copy may remove files meanwhile.
      const names = (await readdir(folder).catch(unlessGone)) ?? []
      const kept = names
        .filter((name) => name.endsWith(BACKUP))
        .map(async (name) => {
          const file = await stat(join(folder, name)).catch(unlessGone)
          return file ? [{ name, size: file.size }] : []
        })
      return (await Promise.all(kept)).flat()
    },
    prepare: async () => {
      await makeFolder(folder)
      await removeForgotten(folder, (await readdir(folder)).filter(isPartial))
    },
    setAside: async (name) => {
      await rename(join(folder, name), join(folder, name + UNCHECKED))
      return name + UNCHECKED
    },
    remove: async (name) => rm(join(folder, name), { force: true }),
  }
}

/** Milliseconds after which an incomplete upload belongs to a server that was killed. */
const FORGOTTEN = DAY

function bucketShelf(config: BucketConfig): Omit<Shelf, 'tryOut'> {
  const bucket = openBucket(config)
  return {
    place: config.url,
    isShared: true,
    file: (name) => {
      if (!/^[\w.-]+$/.test(name))
        throw new BackupError(`s3:${name} is no name in BACKUP_S3_URL: use letters, digits and any of . _ -`)
      return objectAt(bucket, name)
    },
    list: async () => {
      const found = await bucket.list('')
      const names = new Set(found.map(({ name }) => name))
      return found.filter(({ name }) => name.endsWith(BACKUP) && !names.has(name + UNCHECKED))
    },
    prepare: async () => {
      // Not every service lists uploads, and not every key may.
      const uploads = await bucket.unfinished('spaceport-').catch(() => [])
      for (const { name, begunAt, abort } of uploads)
        if (name.endsWith(BACKUP) && Date.now() - begunAt.getTime() > FORGOTTEN)
          await abort().catch(() => undefined)
    },
    // Objects in a bucket cannot be renamed: a file beside it marks it.
    setAside: async (name) => {
      await bucket.write(name + UNCHECKED, new Uint8Array())
      return name + UNCHECKED
    },
    remove: async (name) => {
      if (name.endsWith(UNCHECKED)) await bucket.remove(name.slice(0, -UNCHECKED.length))
      await bucket.remove(name)
    },
  }
}

const TEST = 'spaceport-test.txt'

async function tryOut(shelf: Omit<Shelf, 'tryOut'>): Promise<boolean> {
  await shelf.prepare()
  const file = shelf.file(TEST)
  const content = randomUUID()
  await file.write(Readable.from([Buffer.from(content)]), 0)
  const found: Buffer[] = []
  for await (const bytes of file.read()) found.push(bytes)
  if (Buffer.concat(found).toString() !== content) throw new Error(`${TEST} was not read as it was written`)
  try {
    await shelf.remove(TEST)
    return (await file.size()) === undefined
  } catch {
    return false
  }
}

/** Opens it without reading yet. */
export function openShelf(config: PlaceConfig): Shelf {
  const shelf = 'folder' in config ? folderShelf(config.folder) : bucketShelf(config)
  return { ...shelf, tryOut: () => tryOut(shelf) }
}
