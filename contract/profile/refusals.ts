import { z } from 'zod'
import { endpoint, idSchema, timeSchema } from '../common'
import { REFUSALS_CAPABILITY } from '../spaces'

/** Somebody whose invitations a person refuses for good. */
export const refusedSenderSchema = z
  .object({
    id: idSchema,
    /** E-mail address of the sender. */
    email: z.string(),
    created_at: timeSchema,
  })
  .meta({ id: 'RefusedSender' })
export type RefusedSender = z.infer<typeof refusedSenderSchema>

const shared = { tag: 'Profile', access: 'bearer', capability: REFUSALS_CAPABILITY } as const

export const refusalsApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/profile/refused-senders',
    summary: 'List whose invitations the signed-in person refuses',
    status: 200,
    answer: z.array(refusedSenderSchema),
  }),
  remove: endpoint({
    ...shared,
    method: 'delete',
    path: '/profile/refused-senders/{refusalId}',
    summary: 'Allow the invitations of a sender again',
    params: z.object({ refusalId: idSchema }),
    status: 204,
    audit: 'invitation.allow',
  }),
}
