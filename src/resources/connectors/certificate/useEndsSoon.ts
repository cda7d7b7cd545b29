import { DAY } from '#contract/common/durations'
import { CERTIFICATE_WARNING_DAYS, type ClientCertificate } from '#contract/connectors'
import { useNow } from '../../../components/page'

/** How long before its end it is told that a certificate expires, in milliseconds. */
const WARNING = CERTIFICATE_WARNING_DAYS * DAY
/** How often it is looked whether it does, in milliseconds. */
const LOOK_EVERY = 60_000

/** Whether a certificate has expired (`over`), or will `soon`; null for a while yet, and where there is none. */
export function useEndsSoon(
  certificate: Pick<ClientCertificate, 'not_after'> | null,
): 'soon' | 'over' | null {
  const now = useNow(certificate && LOOK_EVERY)
  if (!certificate) return null
  const left = Date.parse(certificate.not_after) - now
  if (left > WARNING) return null
  return left > 0 ? 'soon' : 'over'
}
