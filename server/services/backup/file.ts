import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupFile } from '../../systems'
import { isDiskFull, syncFolder } from '../storage/files'
import type { Bucket } from '../storage/s3'
import { BackupError } from './format'

/** A file on this machine. Only its user can read it. */
export function fileAt(path: string): BackupFile {
  const partial = `${path}.partial`
  return {
    name: basename(path),
    label: path,
    size: async () =>
      stat(path).then(
        ({ size }) => size,
        () => undefined,
      ),
    read: () => createReadStream(path),
    write: async (bytes) => {
      // Nobody else writes one of this database, so an existing file of its name was left by a killed backup.
      await rm(partial, { force: true })
      try {
        const output = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true })
        await pipeline(bytes, output)
        await rename(partial, path)
        // So that it survives a loss of power.
        await syncFolder(dirname(path))
        return output.bytesWritten
      } catch (error) {
        if (!isDiskFull(error)) throw error
        throw new BackupError(
          `The disk of ${dirname(path)} is full. Make room on it, or choose another folder.`,
        )
      } finally {
        await rm(partial, { force: true })
      }
    },
  }
}

/** Bytes of a part that is sent or read at a time: each is kept in memory, and is sent again if the service is busy. */
const PART = 16 * 1024 * 1024
/** Most parts of an upload: services accept 10 000, all of one size. */
const PARTS = 9000

async function* partsOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let held: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    held.push(bytes)
    length += bytes.length
    while (length >= size) {
      const all = Buffer.concat(held, length)
      yield all.subarray(0, size)
      held = [all.subarray(size)]
      length -= size
    }
  }
  if (length > 0) yield Buffer.concat(held, length)
}

/** A file in a bucket. @param part bytes that are sent or read at a time */
export function objectAt(bucket: Bucket, name: string, part = PART): BackupFile {
  const size = async () => (await bucket.list(name)).find((found) => found.name === name)?.size
  return {
    name,
    label: `s3:${name}`,
    size,
    read: async function* () {
      const length = (await size()) ?? 0
      for (let at = 0; at < length; at += part) {
        const bytes = await bucket.readRange(name, at, Math.min(at + part, length))
        yield Buffer.from(bytes.buffer)
      }
    },
    write: async (bytes, most) => {
      const upload = await bucket.upload(name)
      let length = 0
      try {
        for await (const each of partsOf(bytes, Math.max(part, Math.ceil(most / PARTS)))) {
          await upload.add(each)
          length += each.length
        }
        await upload.complete()
        return length
      } catch (error) {
        await upload.abort().catch(() => undefined)
        throw error
      }
    },
  }
}
