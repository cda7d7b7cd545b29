import type { ServerConfig } from '../config/config'
import type { Db } from '../db/database'
import type { Deps } from '../deps'
import type { Lifetime } from '../lifetime'
import { redirectAddress } from '../services/accounts/oidc/flow'
import { startReceiver } from './connectors/receiver'
import { fillDemo, isDemo } from './fill'
import { startSimulator } from './player'
import { startDemoProvider } from './provider/start'
import { fillSims } from './sims/fill'
import { simulatedSims } from './sims/provider'

interface Options {
  config: Pick<ServerConfig, 'demo' | 'loopback' | 'port' | 'simulatorSpeed'>
  /** For the fill, which takes longer than a call may. */
  choreDb: Db
  lifetime: Lifetime
  /** Prints a line for the operator. */
  say: (line: string) => void
}

/**
 * Fills the demo, and starts its replacements for other systems. Undefined if the database has other users. `play` then runs its devices.
 */
export async function startDemo(
  deps: Pick<Deps, 'db' | 'ownAddress' | 'now' | 'settings'>,
  { config, choreDb, lifetime, say }: Options,
) {
  if (!(await isDemo(deps))) await fillDemo({ ...deps, db: choreDb }, say)
  if (!(await isDemo(deps))) return undefined
  await fillSims(deps)
  const receiver = await startReceiver(deps.now)
  lifetime.defer(() => receiver.stop())
  const providers = []
  // Only on this machine, because anyone who reaches it can sign in.
  if (config.loopback) {
    const provider = await startDemoProvider(config.port === 0 ? 0 : config.port + 1, redirectAddress(deps))
    lifetime.defer(provider.stop)
    providers.push(provider.settings)
  }
  const play = (all: Deps) => {
    const simulator = startSimulator({ ...all, speed: config.simulatorSpeed })
    lifetime.defer(() => simulator.stop())
  }
  return { sims: simulatedSims(deps), hosts: receiver.hosts, providers, play }
}
