import { hostname } from 'node:os'
import type { z } from 'zod'
import type { backupsSchema, Routine, RoutineName, routinesSchema } from '#contract/admin'
import type { Queryable } from '../../db/database'
import { backup } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, reasonOf } from '../../errors'
import { ARCHIVE } from '../archive/hourly'
import { note } from '../audit/note'
import { readRoutineState, requestRun } from '../background/leader'
import { DAILY, timeOf } from '../backup/daily'
import type { Person } from '../common/caller'
import { countStart } from '../rateLimit'

const NAMES: Record<RoutineName, string> = { backup: DAILY, archive: ARCHIVE }

/** Why a routine cannot be started. */
const NOT_SET_UP: Record<RoutineName, string> = {
  backup: 'the server makes no backups: set BACKUP_DIR or BACKUP_S3_URL',
  archive: 'the server archives no messages: set ARCHIVE_DIR or ARCHIVE_S3_URL',
}

const isSetUp = ({ hasBackups, hasArchive }: Deps['settings'], routine: RoutineName) =>
  ({ backup: hasBackups, archive: hasArchive })[routine]

async function readRoutine(db: Queryable, routine: RoutineName): Promise<Routine> {
  const { isRunning, isAsked, againAt, finishedAt, error } = await readRoutineState(db, NAMES[routine])
  return {
    state: isRunning ? 'running' : isAsked ? 'asked' : 'idle',
    finished_at: finishedAt?.toISOString() ?? null,
    error,
    again_at: againAt?.toISOString() ?? null,
  }
}

/** The state of the routines that an administrator can start now. */
export async function readRoutines(
  deps: Pick<Deps, 'db' | 'settings'>,
): Promise<z.output<typeof routinesSchema>> {
  const read = async (routine: RoutineName) =>
    isSetUp(deps.settings, routine) ? readRoutine(deps.db, routine) : null
  return { backup: await read('backup'), archive: await read('archive') }
}

/**
 * Starts a routine now, once, however many people ask for it.
 * @throws ApiError 409 if it is not set up, 429
 */
export async function startRoutine(
  deps: Pick<Deps, 'db' | 'now' | 'settings' | 'dueRoutine'>,
  caller: Person,
  routine: RoutineName,
): Promise<Routine> {
  if (!isSetUp(deps.settings, routine)) throw new ApiError(409, NOT_SET_UP[routine])
  const state = await deps.db.transaction(async (tx) => {
    await countStart({ ...deps, db: tx }, routine, caller.userId)
    await requestRun(tx, NAMES[routine], deps.now())
    await note(tx, deps, caller, {
      action: 'routine.start',
      spaceId: null,
      target: { id: null, name: routine },
    })
    return readRoutine(tx, routine)
  })
  deps.dueRoutine[routine].ring()
  return state
}

/** The existing backups. @throws ApiError 409 without any, 424 if they cannot be read */
export async function listBackups({
  db,
  shelf,
  log,
}: Pick<Deps, 'db' | 'shelf' | 'log'>): Promise<z.output<typeof backupsSchema>> {
  if (!shelf) throw new ApiError(409, NOT_SET_UP.backup)
  const kept = await shelf.list().catch((error: unknown) => {
    log.error('backups cannot be listed', { place: shelf.place, reason: reasonOf(error) })
    throw new ApiError(424, `backups cannot be listed: ${reasonOf(error)}`)
  })
  const known = new Map((await db.select().from(backup)).map((row) => [row.file, row]))
  const backups = kept.map(({ name, size }) => {
    const row = known.get(name)
    return {
      name,
      created_at: (row?.createdAt ?? timeOf(name))?.toISOString() ?? null,
      size,
      checked_at: row?.checkedAt?.toISOString() ?? null,
    }
  })
  return {
    place: shelf.place,
    host: shelf.isShared ? null : hostname(),
    backups: backups.toSorted((a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? '')),
  }
}
