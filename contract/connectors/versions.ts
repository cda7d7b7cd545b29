import { z } from 'zod'
import { endpoint, timeSchema } from '../common'
import { VERSIONS_CAPABILITY } from './capability'
import { connectorsApi } from './endpoints'

/** The current or an earlier code of a connector. */
export const connectorCodeSchema = z
  .object({
    version: z
      .int()
      .positive()
      .describe('First version of the connector that is known to have this code, until the next one listed'),
    created_at: timeSchema.nullable().describe('Null for code older than the audit log'),
    by: z
      .string()
      .nullable()
      .describe(
        'E-mail address of the person, or name of the key; null for the server, and where it is not known',
      ),
    transformation: z.string(),
  })
  .meta({ id: 'ConnectorCode' })
export type ConnectorCode = z.infer<typeof connectorCodeSchema>

/** Most versions that one call returns: each has its code. */
export const VERSIONS_MAX = 20

export const connectorVersionsQuery = z.object({
  version: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .optional()
    .describe('The code that this version had, and earlier code; with `limit=1` only the code that it had'),
  limit: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .transform((limit) => Math.min(limit, VERSIONS_MAX))
    .default(VERSIONS_MAX)
    .describe(`Number of rows; larger values are treated as ${VERSIONS_MAX}`),
})
export type ConnectorVersionsQuery = z.infer<typeof connectorVersionsQuery>

/** The versions of connectors' code, from the audit log. */
export const connectorVersionsApi = {
  list: endpoint({
    tag: 'Connectors',
    access: 'bearer',
    permission: 'space:audit:read',
    method: 'get',
    path: `${connectorsApi.get.path}/versions`,
    params: connectorsApi.get.params,
    isHeavy: true,
    summary:
      'List the versions of a connector in which its code changed, newest first, as far back as the audit log goes',
    query: connectorVersionsQuery,
    status: 200,
    answer: z.array(connectorCodeSchema),
    capability: VERSIONS_CAPABILITY,
  }),
}
