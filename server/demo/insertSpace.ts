import { plainSetting } from '#contract/series'
import { TAG_COLORS } from '#contract/tags'
import type { Queryable } from '../db/database'
import { alertRule, appUser, identity, mail, seriesSettings, space, spaceUser, tag } from '../db/schema'
import { DEMO_ACCOUNTS } from '../demoAccounts'
import { hashPassword } from '../services/accounts/passwordHash'
import { newId } from '../services/common/ids'
import type { DemoPlace, Ids } from './place'
import { DEMO_PEOPLE, DEMO_PROVIDER } from './provider/people'
import type { DemoSpace } from './spaces'

/** Spreads the tags of a space over the palette. */
const colorOf = (index: number) => TAG_COLORS[(3 + 5 * index) % TAG_COLORS.length] ?? TAG_COLORS[0]

/** Stores the accounts of the demo. `at` is their time of creation, as everywhere here in Unix milliseconds. */
export async function insertUsers(db: Queryable, at: number): Promise<Ids> {
  const users = await Promise.all(
    DEMO_ACCOUNTS.map(async ({ email, password, systemRole, firstname, lastname }, i) => ({
      id: newId(at + i),
      email,
      passwordHash: await hashPassword(password),
      isVerified: true,
      systemRole,
      firstname,
      lastname,
      createdAt: new Date(at),
    })),
  )
  await db.insert(appUser).values(users)
  const identities = DEMO_PEOPLE.flatMap(({ sub, email: login }, i) => {
    const user = users.find(({ email }) => email === login)
    return user
      ? {
          id: newId(at + i),
          userId: user.id,
          provider: DEMO_PROVIDER,
          identityId: sub,
          login,
          createdAt: new Date(at),
        }
      : []
  })
  await db.insert(identity).values(identities)
  return new Map(users.map(({ email, id }) => [email, id]))
}

/** Stores a space with its members and tags; its first member owns it. Its invitations count as sent. */
export async function insertSpace(
  db: Queryable,
  demo: DemoSpace,
  users: Ids,
  at: number,
): Promise<DemoPlace> {
  const spaceId = newId(at)
  const createdAt = new Date(at)
  const [owner] = demo.members
  const ownerId = owner && users.get(owner.email)
  const members = demo.members.flatMap(({ email, role, invited = false }) => {
    const userId = users.get(email)
    const invitation = invited ? { invitationId: newId(at), invitedBy: ownerId } : {}
    return userId === undefined ? [] : { spaceId, userId, role, invited, ...invitation, createdAt }
  })
  const invitations = members.flatMap(({ invited, userId }, i) => {
    const sent = { dueAt: createdAt, startedAt: createdAt, sentAt: createdAt, createdAt }
    const invitation = { id: newId(at + i), kind: 'invitation', state: 'sent', attempts: 1 } as const
    return invited ? { ...invitation, ...sent, spaceId, userId, senderId: ownerId } : []
  })
  const tags = demo.tags.map((name, i) => ({
    spaceId,
    id: newId(at + i),
    name,
    color: colorOf(i),
    accessType: demo.readOnlyTags?.includes(name) ? ('read' as const) : ('write' as const),
    createdAt,
  }))
  await db.insert(space).values({ id: spaceId, name: demo.name, ownerId, createdAt })
  await db.insert(spaceUser).values(members)
  if (invitations.length > 0) await db.insert(mail).values(invitations)
  await db.insert(tag).values(tags)
  const settings = demo.pins.map((pin, place) =>
    Object.assign(plainSetting(pin.path), { is_pinned: true, place }, pin),
  )
  await db.insert(seriesSettings).values({ spaceId, settings })
  const tagIds = new Map(tags.map(({ name, id }) => [name, id]))
  const rules = demo.rules.map(({ name, condition, tags: names }, i) => ({
    spaceId,
    id: newId(at + i),
    name,
    condition,
    scope: names
      ? ({ kind: 'tags', tag_ids: names.flatMap((tagName) => tagIds.get(tagName) ?? []) } as const)
      : ({ kind: 'all' } as const),
    notify: { roles: [], user_ids: [] },
    judgedFrom: createdAt,
    createdAt,
  }))
  await db.insert(alertRule).values(rules)
  return { spaceId, tags: tagIds }
}
