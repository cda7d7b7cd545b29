import type { Installation } from '#contract/admin'
import type { Deps } from '../../../deps'
import { ARCHIVE } from '../../archive/hourly'
import { readRoutine } from './routine'

/** How the archive of messages is. What failed before it was switched off is no matter. */
export async function readArchive(
  deps: Pick<Deps, 'db' | 'settings'>,
): Promise<NonNullable<Installation['archive']>> {
  const is_on = deps.settings.hasArchive
  const { finished_at, error } = await readRoutine(deps, ARCHIVE)
  return { is_on, finished_at, error: is_on ? error : null }
}
