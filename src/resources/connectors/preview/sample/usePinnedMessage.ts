import { useAddressParameter } from '../../../../components/page'
import { SAMPLE_MESSAGE } from '../../../../components/routing/links'

/** The message that the address names as the sample, and how to name another or none. */
export function usePinnedMessage() {
  const [pinnedId, pin] = useAddressParameter(SAMPLE_MESSAGE)
  return { pinnedId, pin }
}
