import type { Connector, ConnectorInput } from '#contract/connectors'
import { aConnector, aSpace, aTag, type Fillable, manyDevices } from '../support/builders'
import { operationCalls } from '../support/operations'
import type { Received, Receiver } from '../support/receiver'
import { type Behaviour, behave, type Logged, reportingCode } from './misbehave'

/** Seconds before each retry. */
const RETRY_DELAYS = Array.from({ length: 9 }, () => 1)
/** Milliseconds in which attempts that were running at a change have arrived. */
export const GRACE = 3000
const DEVICES = 4

/** Situation of one connector and its receiver. */
export interface Part {
  name: string
  connector: Connector
  /** Devices whose messages it sends. */
  devices: Awaited<ReturnType<typeof manyDevices>>
  /** All requests to its receiver. */
  log: Logged[]
  /** Makes a change at this share of the kills, while all copies run. */
  at?: (share: number) => Promise<void>
  /** Lets everything arrive from now on. */
  end?: () => Promise<void>
  /**
   * Returns faults once everything has arrived.
   * @param messages those of its devices, in the order of each device
   */
  judge: (messages: readonly string[]) => Promise<string[]> | string[]
}

export type Stage = Awaited<ReturnType<typeof aStage>>

/** Creates a space with a connector and some devices for each part. */
export async function aStage(server: Fillable, receiver: Receiver) {
  const space = await aSpace(server)
  return {
    server,
    receiver,
    /** Creates a connector with this behaviour of its receiver, and its devices. */
    connect: async (
      name: string,
      behaviour: (request: Omit<Logged, 'behaviour'>, received: Received) => Behaviour,
      values?: Partial<ConnectorInput>,
    ) => {
      const tags = [await aTag(server, space)]
      const devices = await manyDevices(server, space, DEVICES, { tags })
      const log: Logged[] = []
      const path = `/${encodeURIComponent(name)}`
      behave(receiver, path, behaviour, log)
      const transformation = reportingCode(receiver.url + path)
      const input = { name, tags, transformation, retry_delays: RETRY_DELAYS, ...values }
      const connector = await aConnector(server, space, input)
      const { token } = space.owner
      const on = async (method: string, path: string, body?: unknown) =>
        server.call(method, `/spaces/${space.id}/connectors/${connector.id}${path}`, { token, body })
      return { name, connector, devices, log, on, ...operationCalls({ on, connector }) }
    },
  }
}
