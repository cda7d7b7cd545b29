import { z } from 'zod'
import { endpoint, idSchema, ifAllGiven } from '../common'
import { oneDevice } from '../devices'
import { BUNDLE_CAPABILITY, DEVICE_LOG_CAPABILITY } from './capability'
import { deviceLogSchema, logQuery } from './log'
import {
  FILE_MAX_BYTES,
  fileNameSchema,
  NOTE_FILES_MAX,
  NOTES_MAX,
  noteCreateSchema,
  noteSchema,
  SPACE_FILES_MAX_BYTES,
} from './note'

/** Days of messages in a support bundle, and most messages. */
export const BUNDLE_DAYS = 30
export const BUNDLE_MESSAGES_MAX = 10_000
/** Most variables whose values a support bundle masks: with more there is none. */
export const BUNDLE_VARIABLES_MAX = 5000

const shared = { tag: 'Devices', access: 'bearerOrKey', capability: DEVICE_LOG_CAPABILITY } as const
const DEVICE = '/spaces/{spaceId}/devices/{deviceId}'
const NOTE = `${DEVICE}/notes/{noteId}` as const
const FILE = `${NOTE}/files/{fileId}` as const
const oneNote = oneDevice.extend({ noteId: idSchema })
const oneFile = oneNote.extend({ fileId: idSchema.toLowerCase() })
const MOVED = 'The device was moved away'
const MB = 1024 * 1024

/** The log of a device. Rules, "Notes of devices". */
export const deviceLogApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: `${DEVICE}/log`,
    isHeavy: true,
    summary:
      'List what happened to a device, the newest first: notes, moves, replaced hardware, firmware, boots, silence, with `space:alert:read` alerts, and with `space:audit:read` changes',
    permission: 'space:device:read',
    params: oneDevice,
    query: logQuery,
    status: 200,
    answer: deviceLogSchema,
  }),
  addNote: endpoint({
    ...shared,
    method: 'post',
    path: `${DEVICE}/notes`,
    summary: `Add a note to a device, which has at most ${NOTES_MAX}`,
    permission: 'space:device:note:create',
    params: oneDevice,
    body: ifAllGiven(noteCreateSchema),
    status: 201,
    answer: noteSchema,
    failures: { 409: `${MOVED}, or the id belongs to another note or a deleted one` },
    audit: 'note.create',
  }),
  deleteNote: endpoint({
    ...shared,
    method: 'delete',
    path: NOTE,
    summary: 'Delete a note with its files; it goes to the trash',
    permission: 'space:device:note:delete',
    params: oneNote,
    status: 204,
    failures: { 409: MOVED },
    audit: 'note.delete',
  }),
  addFile: endpoint({
    ...shared,
    method: 'put',
    path: FILE,
    isHeavy: true,
    takesFile: true,
    summary: `Add a file of at most ${FILE_MAX_BYTES / MB} MB to a note, which has at most ${NOTE_FILES_MAX}, under an id of your own; a repeated call adds no second one. The files of a space have at most ${SPACE_FILES_MAX_BYTES / MB / 1024} GB`,
    permission: 'space:device:note:create',
    params: oneFile,
    query: z.object({ name: fileNameSchema }),
    status: 200,
    answer: noteSchema,
    failures: { 409: `${MOVED}, or the space has no room for the file` },
    audit: 'note.attach',
  }),
  file: endpoint({
    ...shared,
    method: 'get',
    path: FILE,
    isHeavy: true,
    answersFile: true,
    summary: 'Get a file of a note; only pictures have a type of their own',
    permission: 'space:device:read',
    params: oneFile,
    status: 200,
    failures: { 429: 'Too many files are being sent' },
  }),
  bundle: endpoint({
    ...shared,
    capability: BUNDLE_CAPABILITY,
    method: 'post',
    path: `${DEVICE}/support-bundle`,
    isHeavy: true,
    answersFile: true,
    summary: `Get what is known of a device as one file (tar), with the messages of the last ${BUNDLE_DAYS} days, at most ${BUNDLE_MESSAGES_MAX}; without secrets, and only what the caller may read`,
    permission: 'space:device:read',
    params: oneDevice,
    status: 200,
    failures: {
      409: 'There are too many variables to mask their values',
      429: 'Too many files are being sent',
    },
    audit: 'device.bundle',
  }),
}
