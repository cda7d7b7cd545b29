import { z } from 'zod'
import {
  emailSchema,
  endpoint,
  idSchema,
  ifAllGiven,
  momentSchema,
  optionalText,
  timeSchema,
  versionSchema,
  wholeListQuery,
} from '../common'
import { entity, inSpace } from '../entity'
import { permissionListSchema, spaceRoleSchema } from '../permissions'
import { keyTagsSchema, tagRefSchema } from '../tags'

/** Null until the person has accepted. */
const detail = { read: optionalText } as const

/** A person in a space. Rules, "People of a space". */
export const spaceUserEntity = entity({
  name: 'spaceUser',
  plural: 'users',
  title: 'Users of a space',
  fields: {
    id: { read: idSchema },
    email: { read: z.string(), log: 'logged' },
    space_role: { read: spaceRoleSchema, input: spaceRoleSchema },
    /** From then on the person is not in the space. */
    ends_at: {
      read: timeSchema.nullable().default(null),
      input: momentSchema.nullable().describe('From then on the person is not in the space; null for never'),
      initial: null,
    },
    /** The person sees the devices that carry one of them; without tags they see all. */
    tags: { read: z.array(tagRefSchema).default([]), input: keyTagsSchema, initial: [] },
    /** Leaves of the permission tree, which hold instead of the role `user`. */
    permissions: {
      read: z.array(z.string()).nullable().default(null),
      input: permissionListSchema
        .nullable()
        .describe('Hold instead of the role, which is then `user`; null for the permissions of the role'),
      initial: null,
    },
    /** Whether the person has proved the e-mail address and accepted the invitation. */
    is_verified: { read: z.boolean().default(false) },
    /** Whether the invitation is pending. */
    space_invited: { read: z.boolean().default(false), log: 'logged' },
    firstname: detail,
    lastname: detail,
    middlename: detail,
    company: detail,
    version: { read: versionSchema },
  },
})
export type SpaceUser = z.infer<typeof spaceUserEntity.schema>
export type SpaceUserInput = z.infer<typeof spaceUserEntity.input>
export type SpaceUserUpdate = z.infer<typeof spaceUserEntity.update>

/** Payload of an invitation. Rules, "People of a space". */
export const inviteSchema = z.object({ email: emailSchema, ...spaceUserEntity.input.shape })
export type Invite = z.infer<typeof inviteSchema>

/**
 * The state of an invitation's e-mail. `outbox`: the server has no mail server and wrote it into its folder. `unknown`: the server ended
 * while it was being sent.
 */
const mailStateSchema = z.enum(['waiting', 'sent', 'outbox', 'failed', 'unknown'])

const invitationSchema = z
  .object({
    user_id: idSchema,
    /** State of its newest e-mail. */
    mail_state: mailStateSchema,
    /** When that e-mail was sent. */
    sent_at: timeSchema.nullable(),
    /** Why that e-mail could not be sent. */
    error: z.string().nullable(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitationSchema>

const invitationLinkSchema = z.object({ link: z.string() }).meta({ id: 'InvitationLink' })

/** Why an admin was neither demoted, removed nor limited. */
export const LAST_ADMIN = 'this is the last admin of the space'

/** Why permissions and a role were refused. */
export const OWN_PERMISSIONS_ROLE = 'permissions hold instead of a role: send space_role user with them'

/** Whether somebody is an admin for good, of the whole space: every space keeps one. */
export const isLastingAdmin = ({
  space_role,
  ends_at,
  tags,
  permissions,
  space_invited,
}: Pick<SpaceUser, 'space_role' | 'ends_at' | 'permissions' | 'space_invited'> & {
  tags: readonly object[]
}): boolean =>
  space_role === 'admin' && !space_invited && ends_at === null && tags.length === 0 && permissions === null

const TOO_MANY = 'Too many e-mails of the space, or to the address'

const oneUser = inSpace.extend({ userId: idSchema })

const LIST = '/spaces/{spaceId}/users'
const ONE = `${LIST}/{userId}` as const
const shared = { tag: spaceUserEntity.title, access: 'bearerOrKey', params: oneUser } as const
const read = { ...shared, method: 'get', permission: 'space:user:read', status: 200 } as const
const invitation = { ...shared, permission: 'space:user:create', capability: 'invitations' } as const

export const usersApi = {
  list: endpoint({
    ...read,
    path: LIST,
    summary: 'List the people of a space, invited ones too',
    params: inSpace,
    query: wholeListQuery,
    answer: z.array(spaceUserEntity.schema),
  }),
  get: endpoint({ ...read, path: ONE, summary: 'Get a person of a space', answer: spaceUserEntity.schema }),
  update: endpoint({
    ...shared,
    method: 'put',
    isConditional: true,
    path: ONE,
    summary:
      'Change the role of a person, what they are limited to, and until when; nobody gives more than they have, and a key no admin role',
    permission: 'space:user:update',
    isCritical: 'granting',
    body: spaceUserEntity.update,
    status: 200,
    answer: spaceUserEntity.schema,
    failures: { 409: LAST_ADMIN },
    audit: 'user.update',
  }),
  delete: endpoint({
    ...shared,
    method: 'delete',
    isConditional: true,
    path: ONE,
    summary: 'Remove a person from a space',
    permission: 'space:user:delete',
    isCritical: true,
    status: 204,
    failures: { 409: LAST_ADMIN },
    audit: 'user.delete',
  }),
  invite: endpoint({
    ...shared,
    method: 'post',
    path: `${LIST}/invite`,
    summary: 'Invite a person by e-mail; a key gives no admin role',
    permission: 'space:user:create',
    isCritical: 'granting',
    params: inSpace,
    body: ifAllGiven(inviteSchema),
    status: 201,
    answer: spaceUserEntity.schema,
    failures: { 409: 'The person is in the space or invited to it already', 429: TOO_MANY },
    audit: 'user.invite',
  }),
  invitations: endpoint({
    ...read,
    path: `${LIST}/invitations`,
    summary: 'List the pending invitations of a space',
    params: inSpace,
    answer: z.array(invitationSchema),
    capability: 'invitations',
  }),
  resend: endpoint({
    ...invitation,
    method: 'post',
    path: `${ONE}/invitation`,
    summary: 'Send the e-mail of an invitation once more',
    status: 200,
    answer: invitationSchema,
    failures: { 409: 'The invitation was accepted, or its time has ended', 429: TOO_MANY },
    audit: 'invitation.resend',
  }),
  link: endpoint({
    ...invitation,
    method: 'post',
    path: `${ONE}/invitation/link`,
    summary: 'Make a link that accepts an invitation',
    isCritical: 'granting',
    status: 201,
    answer: invitationLinkSchema,
    failures: { 409: 'The invitation was accepted, or its time has ended' },
    audit: 'invitation.link',
  }),
}
