import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract'
import { connectorEntity, connectorsApi } from '#contract/connectors'
import { entities } from '#contract/resources/entities'
import { aSpace, aUser, connectorInput } from '../support/builders'
import { ROWS } from '../support/callRows'
import { CLIENT } from '../support/certificates'
import { serve } from '../support/serve'

const server = await serve()
const admin = await aUser(server, { systemRole: 'admin' })
const SECRETS = ['first-S31-password', 'second-S31-password', 'third-S31-password']
const [FIRST, SECOND, THIRD] = SECRETS

/** Fields of the input that no answer has. */
const writeOnlyOf = ({ input, schema }: { input: z.ZodObject; schema: z.ZodObject }) =>
  Object.keys(input.shape).filter((name) => !(name in schema.shape))

test('only these fields are write-only', () => {
  const found = Object.entries(entities).flatMap(([name, entity]) =>
    writeOnlyOf(entity).map((field) => `${name}.${field}`),
  )
  expect(found).toEqual(['connector.broker_password'])
  expect(connectorEntity.log).toMatchObject({ broker_password: 'secret' })
})

test('a stored password is in no answer: of a call, a list, a conflict, the audit log or an undo', async () => {
  const space = await aSpace(server)
  const { token } = space.owner
  const answers: string[] = []
  const call = async (
    method: string,
    path: string,
    body?: object,
    more: { headers?: Record<string, string> } = {},
  ) => {
    const answer = await server.call(method, path, { token, body, ...more })
    const text = await answer.text()
    answers.push(text)
    return { status: answer.status, text }
  }
  const path = `/spaces/${space.id}/connectors`
  const broker = { type: 'mqtt', broker_url: 'mqtts://broker.example.com', broker_username: 'post' } as const
  const created = await call('POST', path, connectorInput({ ...broker, broker_password: FIRST }))
  expect(created.status).toBe(201)
  const connector = connectorsApi.create.answer.parse(JSON.parse(created.text))
  const one = `${path}/${connector.id}`
  expect((await call('PUT', one, { broker_password: SECOND })).status).toBe(200)
  expect((await call('PUT', one, { broker_password: THIRD, name: 'renamed-with-it' })).status).toBe(200)
  // Another person's change of an older version.
  const stale = await call(
    'PUT',
    one,
    { broker_password: FIRST, max_parallel: 2 },
    { headers: { 'If-Match': '"1"' } },
  )
  expect(stale.status).toBe(412)
  expect((await call('PUT', one, { broker_password: FIRST, type: 'webhook' })).status).toBe(400)
  expect((await call('PUT', `${one}/certificate`, CLIENT)).status).toBe(200)

  const log = await call('GET', `/spaces/${space.id}/audit?limit=100`)
  const entries = z.array(z.object({ id: z.string(), action: z.string() })).parse(JSON.parse(log.text))
  expect(entries.map(({ action }) => action)).toContain('connector.update')
  for (const { id } of entries) await call('POST', `/spaces/${space.id}/audit/${id}/undo`)

  const ids = new Map([
    ['spaceId', space.id],
    ['connectorId', connector.id],
  ])
  const reading = endpoints.filter(
    (endpoint) =>
      endpoint.method === 'get' &&
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => ids.has(name)),
  )
  for (const endpoint of reading)
    for (const who of [token, admin.token]) {
      const at = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? '')
      const answer = await server.call('GET', at + (ROWS[`get ${endpoint.path}`]?.query ?? ''), {
        token: who,
      })
      answers.push(await answer.text())
    }
  expect((await call('DELETE', one)).status).toBeLessThan(300)
  await call('GET', `/spaces/${space.id}/audit?limit=100`)

  const everything = [...answers, JSON.stringify(server.logged)].join('\n')
  expect(everything).toContain('renamed-with-it')
  for (const secret of SECRETS) expect(everything).not.toContain(secret)
  expect(everything).not.toContain('PRIVATE KEY')
})
