import { z } from 'zod'

/** Role of a person in the whole system. Spec 2, section 6. */
export const systemRoleSchema = z.enum(['user', 'admin'])
export type SystemRole = z.infer<typeof systemRoleSchema>

/** Role of a person in one space. Spec 2, section 6. */
export const spaceRoleSchema = z.enum(['user', 'admin'])
export type SpaceRole = z.infer<typeof spaceRoleSchema>
