import { type Failure, type FailureCode, failureFor } from '#contract/connectors'
import { failureOf as failureOfNetwork } from '../failure'
import { ConnectionClosed, NoMqtt } from './connection'

/** Why a broker refuses a connection, by the code of its answer (MQTT 3.1.1, 3.2.2.3). */
const REFUSALS: Readonly<Record<number, FailureCode>> = {
  2: 'broker_client_id',
  3: 'broker_away',
  4: 'broker_login',
  5: 'broker_forbidden',
}

/** Why a broker did not confirm. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionClosed) return failureFor('connection_closed')
  if (error instanceof NoMqtt) return failureFor('broker_no_mqtt')
  if (error instanceof Error && 'code' in error && typeof error.code === 'number')
    return failureFor(REFUSALS[error.code] ?? 'broker_refused', REFUSALS[error.code] ? null : error.code)
  return failureOfNetwork(error)
}
