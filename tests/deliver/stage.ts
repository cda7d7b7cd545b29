import type { Connector, ConnectorInput } from '#contract/connectors'
import { aConnector, aDevice, aSpace, aTag, type TestSpace } from '../support/builders'
import { operationCalls } from '../support/operations'
import type { Received, Receiver } from '../support/receiver'
import { type Behaviour, behave, type Logged, tells } from './misbehave'
import type { Target } from './target'

/** Seconds before each retry. */
export const RETRY_DELAYS = Array.from({ length: 9 }, () => 1)
/** Milliseconds in which what was being sent when something changed has arrived. */
export const GRACE = 3000

type Device = Awaited<ReturnType<typeof aDevice>>

/** What one connector and its receiver go through. */
export interface Part {
  name: string
  connector: Connector
  /** Those whose messages it sends. */
  devices: readonly Device[]
  /** All requests that its receiver got. */
  log: Logged[]
  /** Something changes, at this share of the kills, while all copies run. */
  at?: (share: number) => Promise<void>
  /** From now on everything may arrive. */
  end?: () => Promise<void>
  /**
   * What is wrong, when everything has arrived.
   * @param messages those of its devices, of each in their order
   */
  judge: (messages: readonly string[]) => Promise<string[]> | string[]
}

/** A space with a connector and some devices for each part. */
export interface Stage {
  target: Target
  receiver: Receiver
  space: TestSpace
  /** A connector whose receiver behaves so, and devices whose messages go there. */
  connect: (
    name: string,
    behaviour: (request: Omit<Logged, 'behaviour'>, received: Received) => Behaviour,
    values?: Partial<ConnectorInput>,
  ) => Promise<Pick<Part, 'name' | 'connector' | 'devices' | 'log'> & ReturnType<typeof callsOf>>
}

const DEVICES = 4

const callsOf = (target: Target, space: TestSpace, connector: Connector) => {
  const on = async (method: string, path: string, body?: unknown) =>
    target.call(method, `/spaces/${space.id}/connectors/${connector.id}${path}`, {
      token: space.owner.token,
      body,
    })
  return { on, ...operationCalls({ on, connector }) }
}

/** Makes the space. */
export async function aStage(target: Target, receiver: Receiver): Promise<Stage> {
  const space = await aSpace(target)
  return {
    target,
    receiver,
    space,
    connect: async (name, behaviour, values) => {
      const tags = [await aTag(target, space)]
      const devices: Device[] = []
      while (devices.length < DEVICES) devices.push(await aDevice(target, space, { tags }))
      const log: Logged[] = []
      const path = `/${encodeURIComponent(name)}`
      behave(receiver, path, behaviour, log)
      const connector = await aConnector(target, space, {
        name,
        tags,
        transformation: tells(receiver.url + path),
        retry_delays: RETRY_DELAYS,
        ...values,
      })
      return { name, connector, devices, log, ...callsOf(target, space, connector) }
    },
  }
}
