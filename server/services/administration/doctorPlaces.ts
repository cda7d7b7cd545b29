import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ServerConfig } from '../../config/config'
import type { PlaceConfig } from '../../config/places'
import { reasonOf } from '../../errors'
import { openStore, tryStore } from '../archive/store'
import { openShelf } from '../backup/shelf'
import { isThere } from '../storage/files'
import { type Finding, fault, good, warning } from './doctor'
import { diskFault } from './installation/growth'
import { spaceOf } from './installation/size'

const GB = 1e9

/** Checks the disk of a folder. */
async function lookAtDisk(folder: string, advice: string): Promise<Finding> {
  const space = await spaceOf(folder)
  const left = `${((space.limit - space.used) / GB).toFixed(1)} GB`
  return diskFault(space) === null
    ? good(`The disk of ${folder} has ${left} left.`)
    : fault(`The disk of ${folder} has only ${left} left.`, advice)
}

/** Checks the disk of the server's own database. */
export const lookAtData = async ({ dataDir }: ServerConfig): Promise<Finding> =>
  lookAtDisk(dataDir, 'Keep messages for fewer days, or enlarge the disk.')

/**
 * Checks whether a folder exists, without creating it: the server does when it needs it, also where a disk was to be mounted.
 * @returns the finding for a missing folder @throws Error if it cannot be created
 */
async function lookForFolder(place: PlaceConfig, name: string, maker: string): Promise<Finding[]> {
  if (!('folder' in place) || (await isThere(place.folder))) return []
  let above = dirname(resolve(place.folder))
  while (!(await isThere(above))) above = dirname(above)
  await access(above, constants.W_OK)
  return [
    warning(
      `${name} is not there, and was not tried: ${maker} makes it.`,
      'If it is to be on another disk or a network drive, mount that before the server starts.',
    ),
  ]
}

/** Writes a file into the archive of messages, and reads it; nothing if there is no archive. */
export async function lookAtArchive({ archive }: ServerConfig): Promise<Finding[]> {
  if (!archive) return []
  const place = `The archive ${'folder' in archive ? archive.folder : archive.url}`
  try {
    const missing = await lookForFolder(archive, place, 'the first month that is archived')
    if (missing.length > 0) return missing
    await tryStore(openStore(archive))
    return [good(`${place} can be written and read.`)]
  } catch (error) {
    return [
      fault(
        `${place} cannot be used: ${reasonOf(error)}.`,
        'folder' in archive
          ? 'The user of the server must be able to create files in it.'
          : 'Look at ARCHIVE_S3_URL and its key, which must be allowed to put, get and list objects.',
      ),
    ]
  }
}

/** Writes a file where backups are kept, reads it and removes it; nothing if there are no backups. */
export async function lookAtBackups({ backup }: ServerConfig): Promise<Finding[]> {
  if (!backup) return []
  const shelf = openShelf(backup.place)
  const isFolder = 'folder' in backup.place
  const place = `The place of backups, ${shelf.place},`
  try {
    const missing = await lookForFolder(backup.place, place, 'the first backup')
    if (missing.length > 0) return missing
    const isTidy = await shelf.tryOut()
    const room = isFolder ? [await lookAtDisk(shelf.place, 'Keep fewer backups, or enlarge the disk.')] : []
    if (isTidy) return [good(`${place} can be written and read.`), ...room]
    return [
      ...room,
      warning(
        `${place} can be written and read, but nothing can be removed from it: all backups stay.`,
        isFolder
          ? 'Look at the rights of the folder.'
          : 'Allow the key to delete objects, or remove older backups yourself.',
      ),
    ]
  } catch (error) {
    return [
      fault(
        `${place} cannot be used: ${reasonOf(error)}.`,
        isFolder
          ? 'The user of the server must be able to create files in it: look at BACKUP_DIR, and at ReadWritePaths of the unit.'
          : 'Look at BACKUP_S3_URL and its key, which must be allowed to put, get, list and delete objects.',
      ),
    ]
  }
}
