import { DOWNLINK_TYPES, type DownlinkType } from '#contract/messages'
import { localKeeper } from '../../../storage'

const KEY = 'downlinkType'

/** The type that was chosen in this browser last. Spec 2, section 9. */
export function rememberedType(): DownlinkType {
  const kept = localKeeper.getItem(KEY)
  return DOWNLINK_TYPES.find((type) => type === kept) ?? DOWNLINK_TYPES[0]
}

export const rememberType = (type: DownlinkType) => localKeeper.setItem(KEY, type)
