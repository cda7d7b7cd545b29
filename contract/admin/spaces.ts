import { z } from 'zod'
import { endpoint, idSchema, limitSchema, searchSchema } from '../common'

/** The fields of a space in a search of all spaces, because names need not be unique. */
const foundSpaceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** E-mail address of its owner; null if the account was deleted. */
    owner: z.string().nullable().default(null),
  })
  .meta({ id: 'FoundSpace' })
export type FoundSpace = z.infer<typeof foundSpaceSchema>

const spaceSearchQuery = z.object({
  text: searchSchema.optional().describe('Part of the name or of the owner’s e-mail address'),
  limit: limitSchema(40),
})
export type SpaceSearchQuery = z.infer<typeof spaceSearchQuery>

/** The spaces of the whole installation, for system administrators. */
export const adminSpacesApi = {
  search: endpoint({
    tag: 'Administration',
    access: 'bearer',
    permission: 'admin:access',
    method: 'get',
    path: '/admin/spaces',
    summary: 'Find spaces, by name',
    query: spaceSearchQuery,
    status: 200,
    answer: z.array(foundSpaceSchema),
    capability: 'space-search',
  }),
}
