import type { z } from 'zod'
import { DEFAULT_FIRMWARE_TARGET, type firmwareCreateSchema } from '#contract/firmware'

/** What the form of a firmware job holds. */
export interface FirmwareValues {
  firmware: string | null
  target: string | null
}

/** What the form starts with. */
export const EMPTY: FirmwareValues = { firmware: null, target: DEFAULT_FIRMWARE_TARGET }

/** The form that schedules a firmware job. */
export const firmwareCodec = {
  fromForm: ({ firmware, target }: FirmwareValues): z.input<typeof firmwareCreateSchema> => ({
    firmware: (firmware ?? '').trim(),
    target: target ?? '',
  }),
}
