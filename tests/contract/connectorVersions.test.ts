import { expect, test } from 'vitest'
import { type ConnectorCode, connectorVersionsApi } from '#contract/connectors/versions'
import { aConnector, aMember, aSpace } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token, email } = space.owner

const codeOf = (text: string) => `function main() { return { url: 'https://example.com/${text}' } }`

/** Creates a connector with the code "a". */
async function aVersioned() {
  const { id } = await aConnector(server, space, { transformation: codeOf('a') })
  const at = `/spaces/${space.id}/connectors/${id}`
  return {
    id,
    change: async (body: object) => {
      const { status } = await server.call('PUT', at, { token, body })
      if (status !== 200) throw new Error(`${status}`)
    },
    ask: async (query = '') => server.call('GET', `${at}/versions${query}`, { token }),
    versions: async (query = '') => {
      const answer = await server.call('GET', `${at}/versions${query}`, { token })
      return connectorVersionsApi.list.answer.parse(await answer.json())
    },
    /** Deletes the oldest entries, as retention does. */
    forget: async (entries: number) =>
      server.db.$client.query(
        `delete from audit_entry where id in (select id from audit_entry where target_id = $1 order by id limit $2)`,
        [id, entries],
      ),
  }
}

const brief = (codes: ConnectorCode[]) =>
  codes.map(({ version, transformation }) => [version, /\/(\w+)'/.exec(transformation)?.[1]])

test('versions with a change of the code are listed, with who changed it and when', async () => {
  const connector = await aVersioned()
  await connector.change({ retry_delays: [10] })
  await connector.change({ transformation: codeOf('b') })
  await connector.change({ enabled: false })
  await connector.change({ transformation: codeOf('a') })
  const codes = await connector.versions()
  expect(brief(codes)).toEqual([
    [5, 'a'],
    [3, 'b'],
    [1, 'a'],
  ])
  for (const { by, created_at } of codes) expect([by, typeof created_at]).toEqual([email, 'string'])
})

test('a version has the code of the last change up to it', async () => {
  const connector = await aVersioned()
  await connector.change({ retry_delays: [10] })
  await connector.change({ transformation: codeOf('b') })
  await connector.change({ enabled: false })
  expect(brief(await connector.versions('?version=2&limit=1'))).toEqual([[1, 'a']])
  expect(brief(await connector.versions('?version=3&limit=1'))).toEqual([[3, 'b']])
  expect(brief(await connector.versions('?version=4&limit=1'))).toEqual([[3, 'b']])
  expect(brief(await connector.versions('?limit=1000&version=2'))).toEqual([[1, 'a']])
})

test('code from before the audit log is known only when a later change contains it', async () => {
  const connector = await aVersioned()
  await connector.change({ transformation: codeOf('b') })
  await connector.change({ retry_delays: [10] })
  await connector.change({ enabled: false })
  await connector.change({ transformation: codeOf('c') })
  await connector.forget(2)
  expect(brief(await connector.versions())).toEqual([
    [5, 'c'],
    [2, 'b'],
  ])
  expect((await connector.versions('?version=3'))[0]).toMatchObject({
    version: 2,
    created_at: null,
    by: null,
  })
  expect(await connector.versions('?version=1')).toEqual([])
  await connector.forget(10)
  expect(brief(await connector.versions())).toEqual([[5, 'c']])
  expect(await connector.versions('?version=4')).toEqual([])
})

test('a version must be a number, and the connector must be of the space', async () => {
  const connector = await aVersioned()
  expect((await connector.ask('?version=x')).status).toBe(400)
  const other = await aSpace(server)
  const theirs = await aConnector(server, other)
  const path = `/spaces/${space.id}/connectors/${theirs.id}/versions`
  expect((await server.call('GET', path, { token })).status).toBe(404)
})

test('only people who can read the audit log can read earlier code', async () => {
  const connector = await aVersioned()
  const member = await aMember(server, space, 'user')
  const path = `/spaces/${space.id}/connectors/${connector.id}/versions`
  expect((await server.call('GET', path, { token: member.token })).status).toBe(403)
})
