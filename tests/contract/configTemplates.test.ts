import { describe, expect, test } from 'vitest'
import { api } from '#contract'
import { aKey, aMember, aSpace, aTag } from '../support/builders'
import { aConfigTemplate, templateInput } from '../support/configuration'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner
const PATH = `/spaces/${space.id}/config-templates`

const create = (body: object) => server.call('POST', PATH, { token, body })

describe('a template', () => {
  test('is created, listed by name, changed and deleted', async () => {
    const tag = await aTag(server, space)
    const made = await create({
      name: ' Battery saving ',
      settings: { ' App  Config Interval-Report ': ' 3600 ' },
      tags: [tag],
      comment: 'For the winter',
    })
    expect(made.status).toBe(201)
    const template = api.configTemplates.create.answer.parse(await made.json())
    expect(template).toMatchObject({
      name: 'Battery saving',
      settings: { 'app config interval-report': '3600' },
      tags: [tag],
      comment: 'For the winter',
      version: 1,
    })
    const changed = await server.call('PUT', `${PATH}/${template.id}`, {
      token,
      body: { settings: { a: '1' } },
    })
    expect(await changed.json()).toMatchObject({ name: 'Battery saving', settings: { a: '1' }, version: 2 })
    const listed = await server.call('GET', PATH, { token })
    expect(await listed.json()).toEqual([expect.objectContaining({ id: template.id, version: 2 })])
    expect((await server.call('DELETE', `${PATH}/${template.id}`, { token })).status).toBe(204)
    expect((await server.call('GET', `${PATH}/${template.id}`, { token })).status).toBe(404)
  })

  test.each([
    [{ settings: {} }, 'settings must not be empty'],
    [{ settings: { 'app config save': '1' } }, /You can't send 'config save' command/],
    [{ settings: { a: 'x\ny' } }, /must be one line/],
    [{ settings: { a: null } }, /must be/],
    [{ name: 'ab' }, 'name must have at least 3 characters'],
    [{ comment: 'x'.repeat(501) }, 'comment must have at most 500 characters'],
  ])('with %j is refused', async (body, sentence) => {
    const answer = await create({ ...templateInput(), ...body })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(sentence)])
  })

  test('has a name of its own', async () => {
    const { name } = await aConfigTemplate(server, space)
    const answer = await create(templateInput({ name: name.toUpperCase() }))
    expect([answer.status, await answer.text()]).toEqual([
      409,
      'name belongs to another configTemplate of this space',
    ])
  })

  test('loses a deleted tag, which is a change of it', async () => {
    const tag = await aTag(server, space)
    const { id } = await aConfigTemplate(server, space, { tags: [tag] })
    await server.call('DELETE', `/spaces/${space.id}/tags/${tag.id}`, { token })
    const answer = await server.call('GET', `${PATH}/${id}`, { token })
    expect(await answer.json()).toMatchObject({ tags: [], version: 2 })
  })

  test('has no tag of another space', async () => {
    const tag = await aTag(server, await aSpace(server))
    const answer = await create(templateInput({ tags: [tag] }))
    expect([answer.status, await answer.text()]).toEqual([400, 'tags must be tags of this space'])
  })

  test('is read by users of the space, and changed by its admins', async () => {
    const { id } = await aConfigTemplate(server, space)
    const user = await aMember(server, space, 'user')
    expect((await server.call('GET', `${PATH}/${id}`, user)).status).toBe(200)
    expect((await server.call('DELETE', `${PATH}/${id}`, user)).status).toBe(403)
  })

  test('of other tags is not seen by a key with tags', async () => {
    const [own, other] = [await aTag(server, space), await aTag(server, space)]
    const seen = await aConfigTemplate(server, space, { tags: [own] })
    await aConfigTemplate(server, space, { tags: [own, other] })
    const key = await aKey(server, space, {
      permissions: ['space:configTemplate:read', 'space:configTemplate:create'],
      tags: [own],
    })
    const listed = await server.call('GET', PATH, { key: key.id })
    expect(api.configTemplates.list.answer.parse(await listed.json()).map(({ id }) => id)).toEqual([seen.id])
    const made = await server.call('POST', PATH, { key: key.id, body: templateInput({ tags: [] }) })
    expect(made.status).toBe(403)
  })
})
