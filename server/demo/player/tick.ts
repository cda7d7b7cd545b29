import type { SimulatorDeps } from '../deps'
import { enlist } from './enlist'
import { playNext } from './play'
import { summon } from './summon'

/** Takes in new devices, and plays every wake-up that is due by now, until it is told to stop. */
export async function tick(deps: SimulatorDeps, stopping?: AbortSignal): Promise<void> {
  await enlist(deps)
  await summon(deps)
  while (await playNext(deps)) if (stopping?.aborted) return
}
