import type { Installation } from '#contract/admin'
import type { Deps } from '../../../deps'
import { ARCHIVE } from '../../archive'
import { readRoutine } from './routine'

/** The state of the archive of messages. A failure from before it was switched off does not count. */
export async function readArchive(
  deps: Pick<Deps, 'db' | 'settings'>,
): Promise<NonNullable<Installation['archive']>> {
  const is_on = deps.settings.hasArchive
  const { finished_at, error } = await readRoutine(deps, ARCHIVE)
  return { is_on, finished_at, error: is_on ? error : null }
}
