import { z } from 'zod'

/** Role of a person in the whole system. Rules, "Roles and permissions". */
export const systemRoleSchema = z.enum(['user', 'admin'])
export type SystemRole = z.infer<typeof systemRoleSchema>

/** Role of a person in one space. Rules, "Roles and permissions". */
export const spaceRoleSchema = z.enum(['user', 'admin'])
export type SpaceRole = z.infer<typeof spaceRoleSchema>
