import { expect, test } from 'vitest'
import { mail } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { addMail, sendNext } from '../../server/services/mail/queue'
import { anAlert, anAlertRule } from '../support/alerts'
import { aDevice, aMember, aSpace, aUser, type TestSpace } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve()

/** Creates an alert of a space for e-mails. */
async function anAlertOf(space: TestSpace) {
  const device = await aDevice(server, space)
  return { space, alertId: await anAlert(server, await anAlertRule(server, space), device.id) }
}

/** Stores e-mails to the owner of a space; the first one has been due for so many seconds. */
async function wait(
  { space, alertId }: Awaited<ReturnType<typeof anAlertOf>>,
  count: number,
  seconds = 0,
  kind: 'alertOpened' | 'invitation' = 'alertOpened',
) {
  const at = server.deps.now()
  const rows = Array.from({ length: count }, (_, i) => ({
    id: newId(at),
    kind,
    spaceId: space.id,
    userId: space.owner.id,
    alertId,
    dueAt: new Date(at.getTime() - 1000 * seconds + i),
    createdAt: at,
  }))
  while (rows.length > 0) await server.db.insert(mail).values(rows.splice(0, 5000))
}

/** Sends the next e-mails; returns their recipients. */
async function next(count: number): Promise<string[]> {
  const sent: string[] = []
  const deps = server.deps
  while (
    sent.length < count &&
    (await sendNext(
      deps,
      async ({ to }) => {
        sent.push(to)
        return { state: 'sent' }
      },
      new AbortController().signal,
    ))
  );
  return sent
}

test('an e-mail about an alert does not wait for a thousand of another space, and one about a password waits for none', async () => {
  const [flood, other] = [await anAlertOf(await aSpace(server)), await anAlertOf(await aSpace(server))]
  await wait(flood, 1000, 60)
  await wait(other, 1)
  const reader = await aUser(server)
  await addMail(server.db, server.deps, { kind: 'reset', userId: reader.id })
  const sent = await next(4)
  expect(sent[0]).toBe(reader.email)
  expect(sent.slice(1, 3)).toContain(other.space.owner.email)
  await server.db.delete(mail)
})

test('a person gets one share for all their spaces, and each space a part of it', async () => {
  const owner = await aUser(server)
  const routes = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const space = await aSpace(server, owner)
      const route = await anAlertOf(space)
      await wait(route, 20, 60)
      return space
    }),
  )
  const other = await anAlertOf(await aSpace(server))
  await wait(other, 3)
  const sent = await next(6)
  expect(sent.filter((to) => to === other.space.owner.email)).toHaveLength(3)
  const { rows } = await server.db.$client.query<{ space_id: string }>(
    `select distinct space_id from mail where state = 'sent' and space_id = any($1)`,
    [routes.map(({ id }) => id)],
  )
  expect(rows).toHaveLength(3)
  await server.db.delete(mail)
})

test('an invitation does not wait for those of another space, and an e-mail about a password waits for none', async () => {
  const [flood, other] = [await anAlertOf(await aSpace(server)), await anAlertOf(await aSpace(server))]
  await wait(flood, 100, 60, 'invitation')
  const invited = await aMember(server, other.space, 'user', { invited: true })
  await addMail(server.db, server.deps, { kind: 'invitation', userId: invited.id, spaceId: other.space.id })
  const reader = await aUser(server)
  await addMail(server.db, server.deps, { kind: 'reset', userId: reader.id })
  expect(await next(2)).toEqual([reader.email, invited.email])
  // The other invitations no longer exist, so their e-mails are dropped.
  await next(1)
  await server.db.delete(mail)
})

test('two copies of the server send different e-mails at the same time', async () => {
  const [one, other] = [await anAlertOf(await aSpace(server)), await anAlertOf(await aSpace(server))]
  for (const each of [one, other]) await wait(each, 1)
  const sent = (await Promise.all([next(1), next(1)])).flat()
  expect(sent.toSorted()).toEqual([one.space.owner.email, other.space.owner.email].toSorted())
  await server.db.delete(mail)
})

test('an e-mail is among the next ten while 100 000 of another space wait', { tags: 'heavy' }, async () => {
  const [flood, other] = [await anAlertOf(await aSpace(server)), await anAlertOf(await aSpace(server))]
  await server.db.$client.query(
    `insert into mail (id, kind, space_id, user_id, alert_id, due_at)
    select gen_random_uuid(), 'alertOpened', $1, $2, $3, now() - n * interval '1 millisecond' from generate_series(1, 100000) n`,
    [flood.space.id, flood.space.owner.id, flood.alertId],
  )
  await wait(other, 1)
  await server.db.$client.query('analyze mail')
  await next(1)
  expect(await next(10)).toContain(other.space.owner.email)
  await server.db.delete(mail)
})
