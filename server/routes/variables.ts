import { variableEntity, variablesApi } from '#contract/variables'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  countVariables,
  createVariable,
  deleteVariable,
  listVariables,
  readVariable,
  setLocked,
  updateVariable,
} from '../services/variables'
import { implementResource } from './resource'

/** The services behind the calls of variables. */
export function variableRoutes(implement: Implement, deps: Deps) {
  const resource = implementResource(implement, deps)
  const variableService = {
    list: listVariables,
    read: readVariable,
    create: createVariable,
    update: updateVariable,
    delete: deleteVariable,
  }
  resource(variableEntity, variablesApi, variableService, () => {
    implement(variablesApi.count, ({ params, query, caller }) =>
      countVariables(deps, caller, params.spaceId, query),
    )
    const isLocked = [
      [variablesApi.lock, true],
      [variablesApi.unlock, false],
    ] as const
    for (const [call, locked] of isLocked)
      implement(call, ({ params: { spaceId, variableId }, ifMatch, caller }) =>
        setLocked(deps, caller, { spaceId, id: variableId }, locked, { ifMatch }),
      )
  })
}
