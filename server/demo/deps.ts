import type { Config } from '#contract/config'
import type { Deps } from '../deps'
import type { SimulatedDevice, Surroundings } from './simulator'

/** What the demo needs of the server. */
export interface DemoDeps extends Pick<Deps, 'db' | 'now' | 'queue'> {
  /** The devices call themselves by the words of the configuration. */
  settings: { console: Pick<Config, 'productName' | 'productPrefix'> }
}

/** What the simulator needs of the server. */
export interface SimulatorDeps extends DemoDeps, Pick<Deps, 'log'> {
  /** How many times faster than real devices the simulated ones live; 1 when it is not given. */
  speed?: number
}

/** The device as the simulator plays it. */
export const simulated = (
  { settings, speed = 1 }: DemoDeps & { speed?: number },
  serialNumber: string,
  surroundings: Surroundings,
): SimulatedDevice => ({
  serialNumber,
  surroundings,
  vendorName: settings.console.productName,
  productName: settings.console.productPrefix,
  speed,
})
