import type { Client } from 'pg'
import { VARIABLE_SORTS, variablesApi } from '#contract/variables'
import { variableList } from '../../../server/services/spaces/variables'
import { ApiClient } from './apiClient'
import type { Line } from './lines'
import type { Setup } from './setup'
import { benchSorts } from './sorts'

/** The first and the last page of each sort of the variable list. */
export async function benchVariables({ base, token, spaceId }: Setup, client: Client): Promise<Line[]> {
  const api = new ApiClient(base, token)
  const path = `/spaces/${spaceId}/variables`
  const statementOf = (query: object) =>
    variableList.page(spaceId, variablesApi.list.query.parse(query), new Date())
  const lines = await benchSorts({ what: 'Variables', path, sorts: VARIABLE_SORTS, statementOf }, client, api)
  api.close()
  return lines
}
