import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { z } from 'zod'
import { emailSchema, languageSchema } from '#contract/common'
import { spaceRoleSchema } from '#contract/permissions'
import type { Queryable } from '../../../db/database'
import { appUser } from '../../../db/schema'
import { findOrCreateAccount } from '../../accounts/users'
import { newId } from '../../common/ids'
import { isInTime } from '../../common/membership'
import { BackupError } from '../format'

export const NOTHING = 'Nothing was moved.'

const personSchema = z.object({
  id: z.uuid(),
  email: emailSchema,
  language: languageSchema.nullable(),
  role: spaceRoleSchema,
  invited: z.boolean(),
  isRefused: z.boolean(),
  isInTime: z.boolean(),
})
export type Person = z.output<typeof personSchema> & {
  accountId: string
  /** Null for people who are in the space. */
  invitationId: string | null
}

const PEOPLE = `
  select u.id, u.email, u.language, s.role, s.invited, s.is_refused as "isRefused", ${isInTime('s')} as "isInTime"
  from space_user s join app_user u on u.id = s.user_id where s.space_id = $1 order by u.email`

/**
 * Finds the accounts of people by their e-mail addresses, or creates them, and records them in the source. People without an account, or
 * with an unverified address, become invited.
 */
export async function findPeople(source: Client, tx: Queryable, spaceId: string): Promise<Person[]> {
  const { success, data: people } = z
    .array(personSchema)
    .safeParse((await source.query(PEOPLE, [spaceId])).rows)
  if (!success)
    throw new BackupError(
      `A person of the space in the file has no valid address, or a role that nobody has. ${NOTHING}`,
    )
  await source.query('create temporary table moved_person (id uuid primary key, account_id uuid not null)')
  const found: Person[] = []
  for (const person of people) {
    const accountId = await findOrCreateAccount(tx, person.email, person.language)
    await source.query('insert into moved_person values ($1, $2)', [person.id, accountId])
    const [account] = await tx
      .select({ isVerified: appUser.isVerified })
      .from(appUser)
      .where(eq(appUser.id, accountId))
    const invited = person.invited || account?.isVerified !== true
    const invitationId = invited ? newId() : null
    if (invited)
      await source.query(
        'update space_user set invited = true, invitation_id = $3 where space_id = $1 and user_id = $2',
        [spaceId, person.id, invitationId],
      )
    found.push({ ...person, invited, accountId, invitationId })
  }
  return found
}

export const accountOf = (id: string) => `(select m.account_id from moved_person m where m.id = ${id})`
const accountOfText = (text: string) =>
  `(select m.account_id::text from moved_person m where m.id::text = ${text})`
/** Something that names people, in its order. */
const withAccounts = (
  named: string,
) => `jsonb_set(${named}, '{user_ids}', coalesce((select jsonb_agg(m.account_id order by e.place)
  from jsonb_array_elements_text(${named}->'user_ids') with ordinality e (id, place) join moved_person m on m.id::text = e.id), '[]'))`
/** A list of things that name people, in its order. */
const eachWithAccounts = (
  list: string,
) => `(select coalesce(jsonb_agg(${withAccounts('one.named')} order by one.place), '[]')
  from jsonb_path_query(${list}, '$[*]') with ordinality as one (named, place))`
const AUDIENCE = withAccounts('t.notify')
const ESCALATION = eachWithAccounts('t.escalation')

/** Columns that name people without a reference. People who are not in the space stay named in the past. */
export const NAMED = {
  'alert.notify': AUDIENCE,
  'alert.escalation': ESCALATION,
  'alert_rule.notify': AUDIENCE,
  'alert_rule.escalation': ESCALATION,
  'shift.entries': eachWithAccounts('t.entries'),
  'audit_entry.actor_id': `coalesce(${accountOf('t.actor_id')}, t.actor_id)`,
  'audit_entry.target_id': `coalesce(${accountOfText('t.target_id')}, t.target_id)`,
  'message_event.body': `case when t.body ? 'user_id' then jsonb_set(t.body, '{user_id}',
    to_jsonb(coalesce(${accountOfText(`t.body->>'user_id'`)}, t.body->>'user_id'))) else t.body end`,
  'space_user_tag.space_user_id': accountOf('t.space_user_id'),
  // Its owner has another personal space in this installation.
  'space.type': `case t.type when 'personal' then 'team' else t.type end`,
}
