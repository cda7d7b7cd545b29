import { BROKER_FIELDS, type ConnectorUpdate, isSameBroker, sendingOf } from '#contract/connectors'
import { ApiError } from '../../errors'

type Fields = Pick<ConnectorUpdate, (typeof BROKER_FIELDS)[number] | 'batch_results'>

/** The broker of a connector before a change; empty for a new connector. */
interface BrokerBefore {
  broker_url: unknown
  broker_username: unknown
}

/**
 * The broker fields that a connector of a type keeps. Without a name there is no password, because MQTT has no place for it.
 * @throws ApiError 400 for fields of another type, such as an answer, for a broker without an address, and for a password without a name
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
 * Checks that a stored password goes only to the broker that it was given for: a person who may change a connector need not know it.
 * @param held the stored password
 * @throws ApiError 400 for another host or scheme without the password
 */
export function checkPassword(given: Fields, before: BrokerBefore, held: string | null): void {
  const { broker_url, broker_password } = given
  if (held === null || broker_password !== undefined || typeof broker_url !== 'string') return
  if (isSameBroker(broker_url, String(before.broker_url))) return
  throw new ApiError(400, 'broker_password must be sent again, because broker_url has another host or scheme')
}

/** @throws ApiError 400 for another type: what a connector does with the result of its code does not change */
export function checkType(before: unknown, given: string | undefined): void {
  if (given !== undefined && given !== before) throw new ApiError(400, 'type cannot be changed')
}

/** The names of a broker's secrets that a change sets or removes, for the audit log. */
export const secretsIn = ({ broker_password: given }: Fields, before: string | null): readonly string[] =>
  given === undefined || (given === null && before === null) ? [] : ['broker_password']
