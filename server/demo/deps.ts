import type { Config } from '#contract/config'
import type { Deps } from '../deps'
import type { SimulatedDevice, Surroundings } from './simulator/types'

/** What the demo needs from the server. */
export interface DemoDeps extends Pick<Deps, 'db' | 'now'> {
  /** Vendor and product name of the devices come from the configuration. */
  settings: { console: Pick<Config, 'productName' | 'productPrefix'> }
}

/** What the simulator needs from the server. */
export interface SimulatorDeps extends DemoDeps, Pick<Deps, 'log'> {
  /** Speed of the simulated devices; 1, the default, is real time. */
  speed?: number
}

/** A device for the simulator. */
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
