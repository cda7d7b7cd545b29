import type { FirmwareState } from '#contract/firmware'
import { palettes, type ThemeMode } from '../../../theme/theme'

const YELLOW = '#f2c037'

/** Grey, blue, yellow, green, red, grey-blue. Spec 2, section 4. */
export const stateColors: Record<ThemeMode, Record<FirmwareState, string>> = {
  light: {
    scheduled: '#63666d',
    downloading: palettes.light.info.main,
    swapping: YELLOW,
    succeeded: palettes.light.success.main,
    failed: palettes.light.error.main,
    canceled: '#4a6c8c',
  },
  dark: {
    scheduled: '#b3b5ba',
    downloading: palettes.dark.info.main,
    swapping: YELLOW,
    succeeded: palettes.dark.success.main,
    failed: palettes.dark.error.main,
    canceled: '#8ba9c6',
  },
}
