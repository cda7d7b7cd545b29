import { useAddressParameter } from '../../../../components/page'

/** The message that the address names as the sample, and how to name another or none. */
export function usePinnedMessage() {
  const [pinnedId, pin] = useAddressParameter('message')
  return { pinnedId, pin }
}
