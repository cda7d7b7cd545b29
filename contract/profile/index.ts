import { z } from 'zod'
import { endpoint, idSchema, optionalText, TEXT_MAX_LENGTH } from '../common'
import { systemRoleSchema } from '../permissions'

/** The signed-in person. Spec 1, section 3. */
export const profileSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    system_role: systemRoleSchema,
    firstname: optionalText,
    lastname: optionalText,
    middlename: optionalText,
    company: optionalText,
    timezone: optionalText,
    picture: z.string().nullable().default(null),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profileSchema>

const requiredText = z.string({ error: 'is required' }).trim().min(1, 'is required').max(TEXT_MAX_LENGTH)

/** What the profile form sends; the e-mail address is read-only. Spec 1, section 5. */
export const profileInputSchema = z.object({
  firstname: requiredText,
  lastname: requiredText,
  middlename: optionalText,
  company: optionalText,
  timezone: optionalText,
  picture: z.string().max(2048).nullable().default(null),
})
export type ProfileInput = z.infer<typeof profileInputSchema>

export const profileApi = {
  get: endpoint({
    method: 'get',
    path: '/profile',
    summary: 'Get the profile of the signed-in person',
    tag: 'Profile',
    access: 'bearer',
    status: 200,
    answer: profileSchema,
  }),
  update: endpoint({
    method: 'put',
    path: '/profile',
    summary: 'Update the profile of the signed-in person',
    tag: 'Profile',
    access: 'bearer',
    body: profileInputSchema,
    status: 200,
    answer: profileSchema,
  }),
}
