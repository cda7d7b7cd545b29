import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ADMIN_USER_ERRORS, type AdminUser, type AdminUserInput, adminUsersApi } from '#contract/admin'
import { HOUR } from '#contract/common/durations'
import { auditEntry, authSession, identity, mail, mailLink, passkey, spaceUser } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { makeToken } from '../../server/services/mail/links'
import { addMail } from '../../server/services/mail/queue'
import { outcome } from '../support/answers'
import { aDevice, aMember, aSpace, aTag, aUser, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve()
const unique = () => newId().slice(-12)

const admin = await aUser(server, { systemRole: 'admin' })

const call = async (
  method: string,
  path: string,
  { token }: Pick<TestUser, 'token'> = admin,
  body?: object,
) => server.call(method, path, { token, body })

const list = async (query: string) =>
  adminUsersApi.list.answer.parse(await (await call('GET', `/admin/users${query}`)).json())
const countOf = async (query: string) =>
  adminUsersApi.count.answer.parse(await (await call('GET', `/admin/users/count${query}`)).json()).count
const read = async ({ id }: { id: string }): Promise<AdminUser> =>
  adminUsersApi.get.answer.parse(await (await call('GET', `/admin/users/${id}`)).json())
const update = async (user: TestUser, changes: Partial<AdminUserInput>, caller = admin) =>
  call('PUT', `/admin/users/${user.id}`, caller, { email: user.email, system_role: 'user', ...changes })
const remove = async ({ id }: { id: string }, caller = admin) => call('DELETE', `/users/${id}`, caller)
const me = async (user: Pick<TestUser, 'token'>) => (await call('GET', '/profile', user)).status

const entriesOf = async ({ id }: { id: string }) =>
  server.db.select().from(auditEntry).where(eq(auditEntry.targetId, id)).orderBy(desc(auditEntry.id))

/** Creates people who share a word that nobody else has. */
async function people(...values: Parameters<typeof aUser>[1][]) {
  const word = unique()
  const made = []
  for (const [i, each] of values.entries())
    made.push(await aUser(server, { email: `${i}-${word}@example.com`, ...each }))
  return { word, made }
}

test('people are listed by e-mail address, with their spaces by name', async () => {
  const { word, made } = await people({ firstname: 'Bára', lastname: 'Nová' }, {})
  const [bara, other] = made
  if (!bara || !other) throw new Error('nobody')
  const space = await aSpace(server)
  await aMember(server, space, 'admin', { user: bara })
  await aMember(server, space, 'user', { user: other, invited: true })
  expect(await list(`?text=${word}`)).toEqual([
    {
      id: bara.id,
      email: bara.email,
      system_role: 'user',
      firstname: 'Bára',
      lastname: 'Nová',
      middlename: null,
      company: null,
      is_verified: true,
      created_at: expect.any(String),
      spaces: [
        { id: expect.any(String), name: expect.stringContaining(word), role: 'admin', fate: 'deleted' },
        { id: space.id, name: space.name, role: 'admin', fate: 'stays' },
      ].toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1)),
      version: 1,
    },
    expect.objectContaining({ id: other.id, spaces: [expect.objectContaining({ fate: 'deleted' })] }),
  ])
})

test('a page begins at an offset, and the count includes all', async () => {
  const { word, made } = await people({}, {}, {}, {}, {})
  const emails = made.map(({ email }) => email)
  const page = async (query: string) => (await list(`?text=${word}&${query}`)).map(({ email }) => email)
  expect(await page('limit=2')).toEqual(emails.slice(0, 2))
  expect(await page('limit=2&offset=2')).toEqual(emails.slice(2, 4))
  expect(await page('limit=2&offset=4')).toEqual(emails.slice(4))
  expect(await page('offset=5')).toEqual([])
  expect(await countOf(`?text=${word}`)).toBe(5)
  expect(await outcome(await call('GET', '/admin/users?offset=-1'))).toEqual([
    400,
    'offset must not be negative',
  ])
})

test('each sort is consistent across pages, whatever the names', async () => {
  const { word } = await people(
    { firstname: 'Žofie', lastname: 'Adamová', systemRole: 'admin' },
    { firstname: 'zuzana', lastname: 'Čapková' },
    { firstname: 'Adam', lastname: 'cibulka' },
    { firstname: 'Adam' },
    {},
  )
  const sorted = async (sort: string, field: 'firstname' | 'lastname' | 'system_role' | 'email' | 'id') =>
    (await list(`?text=${word}&sort_by=${sort}`)).map((row) => row[field])
  expect(await sorted('firstname', 'firstname')).toEqual(['Adam', 'Adam', 'Žofie', 'zuzana', null])
  expect(await sorted('lastname', 'lastname')).toEqual(['Adamová', 'Čapková', 'cibulka', null, null])
  expect((await sorted('firstname&order_by=desc', 'firstname')).at(-1)).toBeNull()
  expect((await sorted('system_role', 'system_role'))[0]).toBe('admin')
  for (const sort of ['id', 'email', 'system_role', 'firstname', 'lastname'])
    for (const order of ['asc', 'desc']) {
      const query = `?text=${word}&sort_by=${sort}&order_by=${order}`
      const whole = await list(query)
      const single = await Promise.all(
        whole.map(async (_, offset) => (await list(`${query}&limit=1&offset=${offset}`))[0]),
      )
      expect([sort, order, single]).toEqual([sort, order, whole])
    }
})

test('a search covers addresses, names and companies, without regard to case and accents', async () => {
  const { word, made } = await people(
    { firstname: 'Žofie', lastname: 'Křížová' },
    { firstname: 'Jan' },
    { systemRole: 'admin' },
  )
  const [zofie, jan, boss] = made.map(({ id }) => id)
  if (!jan) throw new Error('nobody')
  await update({ ...(await read({ id: jan })), token: '', password: '' }, { company: `Pekařství ${word}` })
  const found = async (query: string) => (await list(query)).map(({ id }) => id)
  expect(await found(`?text=${word.toUpperCase()}`)).toEqual([zofie, jan, boss])
  expect(await found(`?text=zofie kriz`)).toContain(zofie)
  expect(await found(`?text=PEKARSTVI ${word}`)).toEqual([jan])
  expect(await found(`?text=${word}&system_role=admin`)).toEqual([boss])
  expect(await countOf(`?text=${word}&system_role=user`)).toBe(2)
  expect(await found(`?text=%25${word}`)).toEqual([])
})

test('a person is changed by either name of the call, and the log has an entry of what changed', async () => {
  const user = await aUser(server, { firstname: 'Eva' })
  const body = {
    email: ` ${user.email.toUpperCase()} `,
    system_role: 'user',
    lastname: 'Malá',
    company: 'Lípa',
  }
  const changed = await call('PUT', `/users/${user.id}`, admin, { ...body, firstname: 'Eva' })
  expect([changed.status, await changed.json()]).toMatchObject([
    200,
    { email: user.email, firstname: 'Eva', lastname: 'Malá', middlename: null, company: 'Lípa' },
  ])
  await update(user, { firstname: 'Ema', lastname: 'Malá', company: 'Lípa' })
  expect(await read(user)).toMatchObject({ firstname: 'Ema', lastname: 'Malá' })
  expect(await entriesOf(user)).toMatchObject([
    { action: 'account.update', before: { firstname: 'Eva' }, after: { firstname: 'Ema' } },
    {
      action: 'account.update',
      actorId: admin.id,
      targetName: user.email,
      before: { lastname: null, company: null },
      after: { lastname: 'Malá', company: 'Lípa' },
    },
  ])
})

test('an e-mail address belongs to one account', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  expect(await outcome(await update(user, { email: other.email.toUpperCase() }))).toEqual([
    409,
    ADMIN_USER_ERRORS.emailTaken,
  ])
  expect((await update(user, { email: 'nowhere' })).status).toBe(400)
  expect(await read(user)).toMatchObject({ email: user.email })
  expect(await entriesOf(user)).toEqual([])
})

test('links sent to the former address stop working; sessions and the password stay', async () => {
  const user = await aUser(server)
  const at = server.deps.now()
  const linkOf = (kind: 'reset' | 'verification') =>
    makeToken(server.db, { kind, userId: user.id, email: user.email, isMailed: true }, at)
  const [reset, verification] = [await linkOf('reset'), await linkOf('verification')]
  const email = `moved-${unique()}@example.com`
  expect((await update(user, { email })).status).toBe(200)
  for (const address of [user.email, email]) {
    const proof = { id: user.id, email: address }
    const resets = await server.call('PUT', '/profile/password/reset', {
      body: { ...proof, token: reset.token, password: 'a new password' },
    })
    const verifies = await server.call('PUT', '/registration/verify', {
      body: { ...proof, token: verification.token },
    })
    expect([resets.status, verifies.status]).toEqual([401, 401])
  }
  expect(await me(user)).toBe(200)
  const signIn = await server.call('POST', '/auth/login', { body: { email, password: user.password } })
  expect(signIn.status).toBe(200)
})

test('a promoted person may use the admin area at once, and no longer once demoted', async () => {
  const user = await aUser(server)
  const allowed = async () => (await call('GET', '/admin/users', user)).status
  expect(await allowed()).toBe(403)
  await update(user, { system_role: 'admin' })
  expect(await allowed()).toBe(200)
  await update(user, { system_role: 'user' })
  expect(await allowed()).toBe(403)
})

test('a person who does not exist is not found', async () => {
  const nobody = { ...admin, id: newId(), email: `${unique()}@example.com` }
  expect((await call('GET', `/admin/users/${nobody.id}`)).status).toBe(404)
  expect((await update(nobody, {})).status).toBe(404)
  expect((await remove(nobody)).status).toBe(404)
  expect((await call('DELETE', '/users/nobody')).status).toBe(404)
})

test('a deleted person is signed out at once, and everything of theirs goes', async () => {
  const space = await aSpace(server)
  const user = await aMember(server, space, 'admin')
  const invited = await aSpace(server)
  await aMember(server, invited, 'user', { user, invited: true })
  const { deps, db } = server
  await db
    .insert(identity)
    .values({ id: newId(), userId: user.id, provider: 'keycloak', identityId: user.id })
  await db.insert(passkey).values({
    id: `passkey-${user.id}`,
    userId: user.id,
    name: 'A laptop',
    publicKey: Buffer.from(''),
    counter: 0,
    transports: [],
    isSynced: false,
  })
  await addMail(db, deps, { kind: 'invitation', userId: user.id, spaceId: invited.id })
  await makeToken(db, { kind: 'reset', userId: user.id, email: user.email, isMailed: true }, deps.now())
  // An invitation that they sent stays valid.
  const guest = await aMember(server, space, 'user', { invited: true })
  await addMail(db, deps, { kind: 'invitation', userId: guest.id, spaceId: space.id, senderId: user.id })

  expect(await outcome(await remove(user))).toEqual([204, ''])
  expect(await me(user)).toBe(401)
  expect((await server.call('POST', '/auth/login', { body: user })).status).toBe(401)
  expect((await call('GET', `/admin/users/${user.id}`)).status).toBe(404)
  for (const table of [authSession, identity, passkey, mail, mailLink, spaceUser])
    expect(await db.$count(table, eq(table.userId, user.id))).toBe(0)
  expect(await db.select().from(mail).where(eq(mail.userId, guest.id))).toMatchObject([
    { state: 'waiting', senderId: null },
  ])
  expect(await entriesOf(user)).toMatchObject([
    { action: 'account.delete', targetName: user.email, before: { email: user.email }, after: null },
  ])
  expect(await aUser(server, { email: user.email })).toMatchObject({ email: user.email })
})

/** The personal space of a person. */
async function personalSpace(owner: TestUser) {
  const [own] = (await read(owner)).spaces
  if (!own) throw new Error('there is no personal space')
  return { ...own, owner }
}
const exists = async ({ id }: { id: string }) => (await call('GET', `/spaces/${id}`)).status === 200

test('the personal space is deleted with its owner, and so are its invitations', async () => {
  const user = await aUser(server)
  const own = await personalSpace(user)
  await aTag(server, own)
  const guest = await aMember(server, own, 'user', { invited: true })
  expect(own.fate).toBe('deleted')
  expect((await remove(user)).status).toBe(204)
  expect(await exists(own)).toBe(false)
  expect(await me(guest)).toBe(200)
})

test.each<[string, (own: Awaited<ReturnType<typeof personalSpace>>) => Promise<unknown>, string]>([
  ['a device is in it', (own) => aDevice(server, own), 'withoutAdmin'],
  ['somebody else is in it', (own) => aMember(server, own, 'user'), 'withoutAdmin'],
  ['another admin is in it', (own) => aMember(server, own, 'admin'), 'stays'],
])('the personal space stays when %s', async (_when, fill, fate) => {
  const user = await aUser(server)
  const own = await personalSpace(user)
  await fill(own)
  expect(await personalSpace(user)).toMatchObject({ id: own.id, fate })
  expect((await remove(user)).status).toBe(204)
  expect(await exists(own)).toBe(true)
  const people = await (await call('GET', `/spaces/${own.id}/users`)).json()
  expect(people).not.toContainEqual(expect.objectContaining({ id: user.id }))
})

test('other spaces stay, even without an admin, and the account says so before', async () => {
  const user = await aUser(server)
  const space = await aSpace(server, user)
  const fateOf = async () => (await read(user)).spaces.find(({ id }) => id === space.id)?.fate
  expect(await fateOf()).toBe('withoutAdmin')
  await aMember(server, space, 'admin', { invited: true })
  expect(await fateOf()).toBe('withoutAdmin')
  expect((await remove(user)).status).toBe(204)
  expect(await (await call('GET', `/spaces/${space.id}`)).json()).toMatchObject({ owner_id: null })
})

test('nobody deletes themselves', async () => {
  for (const id of [admin.id, admin.id.toUpperCase()])
    expect(await outcome(await remove({ id }))).toEqual([409, ADMIN_USER_ERRORS.self])
  expect(await me(admin)).toBe(200)
})

test('these calls need a sign-in of the last minutes', async () => {
  const old = await aUser(server, { systemRole: 'admin' })
  const hour = new Date(Date.now() - HOUR)
  await server.db.update(authSession).set({ confirmedAt: hour }).where(eq(authSession.userId, old.id))
  const user = await aUser(server)
  const refused = [403, 'forbidden: sign in again']
  expect(await outcome(await update(user, {}, old))).toEqual(refused)
  expect(await outcome(await remove(user, old))).toEqual(refused)
  expect((await call('GET', '/admin/users', old)).status).toBe(200)
})
