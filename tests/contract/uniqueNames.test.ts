import { describe, expect, test } from 'vitest'
import { nameTaken } from '#contract/entity'
import { type Key, keyEntity } from '#contract/keys'
import { type Tag, tagEntity } from '#contract/tags'
import { outcome } from '../support/answers'
import { aSpace } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()

const kinds = [
  { entity: tagEntity, table: 'tag', others: { color: '#1E88E5' } },
  { entity: keyEntity, table: 'access_key', others: { permissions: [] } },
] as const

describe.each(kinds)('the name of a $entity.name', ({ entity, table, others }) => {
  const on = async (method: string, path = '', body?: unknown, { id, owner } = space) =>
    server.call(method, `/spaces/${id}/${entity.plural}${path}`, { token: owner.token, body })
  const create = async (name: string, of = space): Promise<Tag | Key> => {
    const answer = await on('POST', '', { name, ...others }, of)
    expect(answer.status).toBe(201)
    return entity.schema.parse(await answer.json())
  }
  const list = async () => entity.schema.array().parse(await (await on('GET', '?limit=1000')).json())
  const refused = [409, nameTaken(entity)]

  test('is unique in its space, for new and for renamed ones', async () => {
    const taken = await create('roof-one')
    const other = await create('roof-two')
    const before = await list()
    expect(await outcome(await on('POST', '', { name: 'roof-one', ...others }))).toEqual(refused)
    expect(await outcome(await on('PUT', `/${other.id}`, { name: 'roof-one' }))).toEqual(refused)
    expect(await list()).toEqual(before)
    expect((await on('PUT', `/${taken.id}`, { name: 'roof-one', ...others })).status).toBe(200)
    await create('roof-one', await aSpace(server))
  })

  test('is compared without regard to case', async () => {
    const { id } = await create('cellar')
    await server.db.$client.query(`update ${table} set name = 'CELLAR' where id = $1`, [id])
    expect(await outcome(await on('POST', '', { name: 'cellar', ...others }))).toEqual(refused)
  })

  test('is taken once when many ask for it at once', async () => {
    const other = await create('garage-before')
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, async () => on('POST', '', { name: 'garage', ...others })),
      on('PUT', `/${other.id}`, { name: 'garage' }),
    ])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    expect((await list()).filter(({ name }) => name === 'garage')).toHaveLength(1)
  })

  test('that two already share is kept, and both can be changed', async () => {
    const [one, two] = [await create('attic'), await create('attic-two')]
    await server.db.$client.query(`update ${table} set name = 'attic' where id = $1`, [two.id])
    expect((await on('PUT', `/${two.id}`, { name: 'attic', ...others })).status).toBe(200)
    expect((await on('PUT', `/${one.id}`, { name: 'attic-three' })).status).toBe(200)
  })

  test('is found on a later page by offset', async () => {
    const all = await list()
    const pages = await Promise.all(
      ['?limit=2', '?limit=1000&offset=2'].map(async (query) =>
        entity.schema.array().parse(await (await on('GET', query)).json()),
      ),
    )
    expect(pages.flat()).toEqual(all)
  })
})
