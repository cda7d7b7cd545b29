import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
import type { Entity, inSpace } from '#contract/entity'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import type { Caller } from '../services/common/caller'
import type { JsonText } from '../services/common/json'
import type { Key } from '../services/resources/spaceQueries'
import type { ChangeOptions } from '../services/resources/spaceResource'

interface OfSpace extends Endpoint {
  access: 'bearerOrKey'
  params: typeof inSpace
  answer: z.ZodType
}

interface OfOne extends Endpoint {
  access: 'bearerOrKey'
  /** The ids of the space and of the record. */
  params: z.ZodObject & z.ZodType<{ spaceId: string } & Record<string, string>>
}

/** The calls of a resource of spaces, as `callsOf` makes them. */
interface Calls<Query extends z.ZodObject, Create extends z.ZodType, Update extends z.ZodType> {
  list: OfSpace & { query: Query }
  create: OfSpace & { body: Create }
  get: OfOne & { answer: z.ZodType }
  update: OfOne & { answer: z.ZodType; body: Update }
  delete: OfOne & { answer?: undefined }
}

/** The handlers of the calls; `spaceResource` makes one. */
interface Service<Query, Create, Update> {
  list: (deps: Deps, caller: Caller, spaceId: string, query: Query) => Promise<JsonText>
  create: (deps: Deps, caller: Caller, spaceId: string, input: Create) => Promise<JsonText>
  read: (deps: Deps, caller: Caller, key: Key) => Promise<JsonText>
  update: (deps: Deps, caller: Caller, key: Key, input: Update, options: ChangeOptions) => Promise<JsonText>
  delete: (deps: Deps, caller: Caller, key: Key, options: ChangeOptions) => Promise<void>
}

/**
 * Implements the five calls of a resource of spaces.
 * @param others implements calls beside the list, whose paths those of one record would match: the first match wins
 */
export const implementResource =
  (implement: Implement, deps: Deps) =>
  <Query extends z.ZodObject, Create extends z.ZodType, Update extends z.ZodType>(
    { name }: Pick<Entity, 'name'>,
    calls: Calls<Query, Create, Update>,
    service: Service<z.output<Query>, z.output<Create>, z.output<Update>>,
    others?: () => void,
  ) => {
    const keyOf = ({ spaceId, ...ids }: { spaceId: string } & Record<string, string>): Key => ({
      spaceId,
      id: ids[`${name}Id`] ?? '',
    })
    implement(calls.list, ({ params, query, caller }) => service.list(deps, caller, params.spaceId, query))
    implement(calls.create, ({ params, body, caller }) => service.create(deps, caller, params.spaceId, body))
    others?.()
    implement(calls.get, ({ params, caller }) => service.read(deps, caller, keyOf(params)))
    implement(calls.update, ({ params, body, caller, ifMatch }) =>
      service.update(deps, caller, keyOf(params), body, { ifMatch }),
    )
    implement(calls.delete, ({ params, caller, ifMatch }) =>
      service.delete(deps, caller, keyOf(params), { ifMatch }),
    )
  }
