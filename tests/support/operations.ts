import {
  type Operation,
  operatedSchema,
  operationSchema,
  type Pause,
  type Resume,
} from '#contract/connectors'
import { connectorHold, connectorOperation } from '../../server/db/schema'
import type { Fillable } from './builders'
import type { Route } from './deliveries'
import type { OwnRoute } from './deliveryCalls'

type Calls = {
  on: (method: string, path: string, body?: unknown) => Promise<Response>
} & Pick<OwnRoute, 'connector'>

/** Calls about the operation of a connector, as the owner of its space. */
export function operationCalls({ on }: Calls) {
  const operated = async (path: string, body: unknown) => {
    const answer = await on('POST', path, body)
    if (answer.status !== 200) throw new Error(await answer.text())
    return operatedSchema.parse(await answer.json())
  }
  return {
    pause: (until?: string, backlog: Pause['then'] = 'deliver') => {
      // oxlint-disable-next-line unicorn/no-thenable -- a field of the API, and never a function
      return operated('/pause', { until, then: backlog } satisfies Pause)
    },
    resume: (input: Resume = { backlog: 'deliver' }) => operated('/resume', input),
    operation: async (): Promise<Operation> => {
      const answer = await on('GET', '/operation')
      if (answer.status !== 200) throw new Error(await answer.text())
      return operationSchema.parse(await answer.json())
    },
  }
}

/** Stores the operation of a connector on hold. */
export const holdConnector = async (
  { db }: Pick<Fillable, 'db'>,
  { space, connector }: Pick<Route, 'space' | 'connector'>,
  values: Partial<typeof connectorOperation.$inferInsert>,
): Promise<void> => {
  await db
    .insert(connectorOperation)
    .values({ spaceId: space.id, connectorId: connector.id, since: new Date(), ...values })
}

/** Stores a past hold of a connector. */
export const holdFor = async (
  { db }: Pick<Fillable, 'db'>,
  { space, connector }: Pick<Route, 'space' | 'connector'>,
  values: Omit<typeof connectorHold.$inferInsert, 'spaceId' | 'connectorId'>,
): Promise<void> => {
  await db.insert(connectorHold).values({ spaceId: space.id, connectorId: connector.id, ...values })
}
