import { DAY } from '#contract/common/durations'
import { CERTIFICATE_WARNING_DAYS, type ClientCertificate } from '#contract/connectors'
import { useNow } from '../../../components/page'

/** Milliseconds before the expiry of a certificate at which the warning appears. */
const WARNING = CERTIFICATE_WARNING_DAYS * DAY
/** Milliseconds between two checks of the expiry. */
const LOOK_EVERY = 60_000

/** Whether a certificate has expired (`over`), or will `soon`; null if neither, or without a certificate. */
export function useEndsSoon(
  certificate: Pick<ClientCertificate, 'not_after'> | null,
): 'soon' | 'over' | null {
  const now = useNow(certificate && LOOK_EVERY)
  if (!certificate) return null
  const left = Date.parse(certificate.not_after) - now
  if (left > WARNING) return null
  return left > 0 ? 'soon' : 'over'
}
