import { z } from 'zod'

/** Name in `/config.json` of the configuration of devices, and of its templates. */
export const CONFIGURATION_CAPABILITY = 'configuration'

/** Whether a device has the settings that are wished for it. Rules, "Configuration". */
export const configurationStateSchema = z.enum(['none', 'as_wished', 'waiting', 'differs'])
export type ConfigurationState = z.infer<typeof configurationStateSchema>

/** States of devices for which something is wished. */
export const WISHED_STATES = configurationStateSchema.exclude(['none']).options

/** The state of a device's configuration in lists of devices. */
export const deviceConfigurationSchema = z
  .object({ state: configurationStateSchema, differences: z.int() })
  .meta({ id: 'DeviceConfigurationState' })
export type DeviceConfigurationState = z.infer<typeof deviceConfigurationSchema>

/** What determines the state of a configuration. */
interface Facts {
  /** Number of wished settings, and of those that the device does not have. */
  wished: number
  differences: number
  /** Whether the order of the settings waits for the device, or was handed over and the device has not reported since. */
  isOrdered: boolean
}

/** The state that follows. */
export function configurationState({ wished, differences, isOrdered }: Facts): ConfigurationState {
  if (wished === 0) return 'none'
  if (differences === 0) return 'as_wished'
  return isOrdered ? 'waiting' : 'differs'
}
