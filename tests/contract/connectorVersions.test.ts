import { expect, test } from 'vitest'
import { type ConnectorCode, connectorVersionsApi } from '#contract/connectors/versions'
import { aConnector, aMember, aSpace } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token, email } = space.owner

const codeOf = (text: string) => `function main() { return { url: 'https://example.com/${text}' } }`

/** A connector of its own, created with the code "a". */
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
    /** As the retention does: the oldest entries go. */
    forget: async (entries: number) =>
      server.db.$client.query(
        `delete from audit_entry where id in (select id from audit_entry where target_id = $1 order by id limit $2)`,
        [id, entries],
      ),
  }
}

const brief = (codes: ConnectorCode[]) =>
  codes.map(({ version, transformation }) => [version, /\/(\w+)'/.exec(transformation)?.[1]])

test('the versions in which the code changed are listed, with who changed it and when', async () => {
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

test('the code of a version is that of the last change before it', async () => {
  const connector = await aVersioned()
  await connector.change({ retry_delays: [10] })
  await connector.change({ transformation: codeOf('b') })
  await connector.change({ enabled: false })
  expect(brief(await connector.versions('?version=2&limit=1'))).toEqual([[1, 'a']])
  expect(brief(await connector.versions('?version=3&limit=1'))).toEqual([[3, 'b']])
  expect(brief(await connector.versions('?version=4&limit=1'))).toEqual([[3, 'b']])
  expect(brief(await connector.versions('?limit=1000&version=2'))).toEqual([[1, 'a']])
})

test('code older than the audit log is known where a later change tells it, and else not', async () => {
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

test('a version that is no number is refused, and so is a connector of another space', async () => {
  const connector = await aVersioned()
  expect((await connector.ask('?version=x')).status).toBe(400)
  const other = await aSpace(server)
  const theirs = await aConnector(server, other)
  const path = `/spaces/${space.id}/connectors/${theirs.id}/versions`
  expect((await server.call('GET', path, { token })).status).toBe(404)
})

test('earlier code is for who reads the audit log', async () => {
  const connector = await aVersioned()
  const member = await aMember(server, space, 'user')
  const path = `/spaces/${space.id}/connectors/${connector.id}/versions`
  expect((await server.call('GET', path, { token: member.token })).status).toBe(403)
})
