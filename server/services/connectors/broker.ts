import { BROKER_FIELDS, type ConnectorUpdate, isSameBroker, sendingOf } from '#contract/connectors'
import { ApiError } from '../../errors'

type Fields = Pick<ConnectorUpdate, (typeof BROKER_FIELDS)[number] | 'batch_results'>

/** What a connector has of a broker before a change; nothing of one that is created. */
interface BrokerBefore {
  broker_url: unknown
  broker_username: unknown
}

/**
 * What a connector of a type keeps of a broker. Without a name there is no password: MQTT has no place for it.
 * @throws ApiError 400 for what only another type has, such as an answer, for a broker without an address, and for a password without a name
 */
export function brokerOf(type: unknown, given: Fields, before?: BrokerBefore): Fields {
  if (sendingOf({ type }) !== 'mqtt') {
    const misplaced = BROKER_FIELDS.find((field) => (given[field] ?? null) !== null)
    if (misplaced) throw new ApiError(400, `${misplaced} is for connectors of type mqtt only`)
    return {}
  }
  if (given.batch_results) throw new ApiError(400, 'batch_results is for connectors of type webhook only')
  const { broker_url = before?.broker_url, broker_username = before?.broker_username } = given
  if ((broker_url ?? null) === null) throw new ApiError(400, 'broker_url is required')
  if ((broker_username ?? null) !== null) return given
  if (given.broker_password) throw new ApiError(400, 'broker_password needs broker_username')
  return (before?.broker_username ?? null) === null ? given : { ...given, broker_password: null }
}

/**
 * Makes sure that a stored password goes only to the broker that it was given for: who may change a connector need not know it.
 * @param held the stored password
 * @throws ApiError 400 for another host or scheme without the password
 */
export function checkPassword(given: Fields, before: BrokerBefore, held: string | null): void {
  const { broker_url, broker_password } = given
  if (held === null || broker_password !== undefined || typeof broker_url !== 'string') return
  if (isSameBroker(broker_url, String(before.broker_url))) return
  throw new ApiError(400, 'broker_password must be sent again, because broker_url has another host or scheme')
}

/** @throws ApiError 400: what a connector does with a result of its code stays what it is */
export function checkType(before: unknown, given: string | undefined): void {
  if (given !== undefined && given !== before) throw new ApiError(400, 'type cannot be changed')
}

/** The secret of a broker where a change sets another one or takes it away, as the audit log names it. */
export const secretsIn = ({ broker_password: given }: Fields, before: string | null): readonly string[] =>
  given === undefined || (given === null && before === null) ? [] : ['broker_password']
