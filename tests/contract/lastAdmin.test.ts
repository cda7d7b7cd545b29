import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN_USER_ERRORS } from '#contract/admin'
import { appUser } from '../../server/db/schema'
import { outcome } from '../support/answers'
import { aUser, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve()

const demote = async (user: TestUser, { token }: TestUser) =>
  server.call('PUT', `/admin/users/${user.id}`, { token, body: { email: user.email, system_role: 'user' } })
const remove = async (user: TestUser, { token }: TestUser) =>
  server.call('DELETE', `/users/${user.id}`, { token })
const LAST = [409, ADMIN_USER_ERRORS.lastAdmin]

const isAdmin = eq(appUser.systemRole, 'admin')
const admins = async () => server.db.$count(appUser, and(isAdmin, eq(appUser.isVerified, true)))

/** Only the people of the test are administrators. */
beforeEach(async () => {
  await server.db.update(appUser).set({ systemRole: 'user' }).where(isAdmin)
})
const anAdmin = () => aUser(server, { systemRole: 'admin' })

test('the last system administrator cannot be demoted; one with an unverified address does not count', async () => {
  const only = await anAdmin()
  const unverified = await aUser(server, { systemRole: 'admin', isVerified: false })
  expect(await outcome(await demote(only, only))).toEqual(LAST)
  expect((await demote(unverified, only)).status).toBe(200)
  const second = await anAdmin()
  expect((await demote(only, only)).status).toBe(200)
  expect(await outcome(await demote(second, second))).toEqual(LAST)
})

test.each([
  ['demote themselves', demote, (user: TestUser) => user, 200],
  ['demote each other', demote, (_: TestUser, other: TestUser) => other, 200],
  ['delete each other', remove, (_: TestUser, other: TestUser) => other, 204],
])('when two administrators %s at the same time, one stays', async (_what, act, targetOf, done) => {
  for (let i = 0; i < 5; i++) {
    await server.db.update(appUser).set({ systemRole: 'user' }).where(isAdmin)
    const [one, two] = [await anAdmin(), await anAdmin()]
    const answers = await Promise.all([act(targetOf(one, two), one), act(targetOf(two, one), two)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(done)
    // The slower one may have lost the role or the account before its caller was checked.
    expect([401, 403, 409]).toContain(statuses.find((status) => status !== done))
    expect(await admins()).toBe(1)
  }
})

test('when the third of three demotes one and deletes one at the same time, the third stays', async () => {
  const [one, two, three] = [await anAdmin(), await anAdmin(), await anAdmin()]
  const answers = await Promise.all([demote(one, three), remove(two, three)])
  expect(answers.map(({ status }) => status)).toEqual([200, 204])
  expect(await outcome(await demote(three, three))).toEqual(LAST)
})
