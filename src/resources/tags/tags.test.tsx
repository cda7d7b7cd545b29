import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Tag, type TagInput, tagsApi } from '#contract/tags'
import { aConnector, aDevice, aKey, aMember, aSpace, type TestSpace } from '../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { screenIs } from '../../../tests/support/table'
import { tags } from '.'
import { TagCreate } from './TagForms'
import TagList from './TagList'
import TagPage from './TagPage'

const server = await serve()
const USAGE: string = tagsApi.usage.capability
const user = userEvent.setup({ delay: null })

let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

async function aTag(values: Partial<TagInput> = {}): Promise<Tag> {
  const body = { name: 'roof', color: '#1E88E5', ...values }
  const answer = await server.call('POST', `/spaces/${space.id}/tags`, { body, token: space.owner.token })
  return tagsApi.create.answer.parse(await answer.json())
}

const stored = async () =>
  line.client.call(api.tags.list.answer, 'GET', `/spaces/${space.id}/tags`, { query: { limit: 1000 } })

const showList = (capabilities = [USAGE]) =>
  showInSpace(<TagList />, {
    client: line.client,
    space,
    resource: tags,
    path: '/tags',
    at: '/tags',
    capabilities,
  })

const showCreate = () =>
  showInSpace(<TagCreate open onClose={() => undefined} />, {
    client: line.client,
    space,
    resource: tags,
    path: '/tags',
    at: '/tags',
  })

const show = ({ id }: Tag, { search = '', capabilities = [USAGE] } = {}) =>
  showInSpace(<TagPage />, {
    client: line.client,
    space,
    resource: tags,
    path: '/tags/:id',
    at: `/tags/${id}${search}`,
    capabilities,
  })

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const nameInput = () => screen.findByRole('textbox', { name: 'Name' })
const color = (name: string) => screen.findByRole('radio', { name })
const filterBy = (search: Record<string, unknown>) =>
  `?${new URLSearchParams({ filter: JSON.stringify(search) })}`

async function fillName(name: string) {
  await user.clear(await nameInput())
  await user.paste(name)
}

describe('the list of tags', () => {
  test('counts the records with each tag, and links to them', async () => {
    const tag = await aTag()
    await aTag({ name: 'unused' })
    await aDevice(server, space, { tags: [tag] })
    await aDevice(server, space, { tags: [tag] })
    await aConnector(server, space, { tags: [tag] })
    await showList()
    const at = `/space/${space.id}`
    const devices = await screen.findByRole('link', { name: '2 devices with the tag roof' })
    expect(devices.getAttribute('href')).toBe(`${at}/devices${filterBy({ tag_ids: [tag.id] })}`)
    const connectors = screen.getByRole('link', { name: '1 connector with the tag roof' })
    expect(connectors.getAttribute('href')).toBe(`${at}/connectors${filterBy({ tags: [tag.id] })}`)
    expect(screen.queryByRole('link', { name: /with the tag unused/ })).toBeNull()
    const messages = screen.getByRole('link', { name: 'Messages of the tag roof' })
    expect(messages.getAttribute('href')).toBe(`${at}/messages?tagId=${tag.id}`)
  })

  test('makes no call that the server does not support', async () => {
    await aTag()
    await showList([])
    expect(await screen.findByRole('link', { name: 'roof' })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: /Devices/ })).toBeNull()
    expect(line.calls.filter(({ path }) => path.endsWith('/usage'))).toEqual([])
  })

  test('marks names of several tags', async () => {
    for (const name of ['cellar', 'attic']) await aTag({ name })
    await server.db.$client.query("update tag set name = 'cellar' where name = 'attic' and space_id = $1", [
      space.id,
    ])
    await aTag()
    await showList()
    const rows = await screen.findAllByRole('row', { name: /cellar/ })
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(await within(row).findByRole('img', { name: 'Another tag has this name' })).toBeTruthy()
    const other = screen.getByRole('row', { name: /roof/ })
    expect(within(other).queryByRole('img', { name: 'Another tag has this name' })).toBeNull()
  })

  test('says when the person was removed from the space, without rows', { tags: 'heavy' }, async () => {
    await aTag()
    const member = await aMember(server, space, 'user')
    screenIs('wide')
    line = connect(server, member)
    await showList([])
    expect(await screen.findByRole('link', { name: 'roof' })).toBeTruthy()
    await server.call('DELETE', `/spaces/${space.id}/users/${member.id}`, { token: space.owner.token })
    await press('Refresh')
    const sentence = 'Not found: it was deleted, or you were removed from the space.'
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(screen.queryByRole('link', { name: 'roof' })).toBeNull()
  })

  test('filters by the access type', async () => {
    await aTag({ name: 'to-read', access_type: 'read' })
    await aTag({ name: 'to-write' })
    await showList()
    expect(await screen.findByRole('link', { name: 'to-write' })).toBeTruthy()
    await press('Filter: Access type')
    await user.click(await screen.findByRole('checkbox', { name: 'Read' }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('link', { name: 'to-read' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'to-write' })).toBeNull())
  })
})

describe('the dialog for a new tag', () => {
  test.each(['ab', '2nd', 'Roof', '-roof', 'roof-'])('"%s" is no name', async (name) => {
    await showCreate()
    await fillName(name)
    await press('Create tag')
    expect(
      await screen.findByText(
        'At least 3 characters, lowercase letters, numbers and hyphens only, not starting with a number, not beginning or ending with a hyphen',
      ),
    ).toBeTruthy()
    expect(screen.queryByText(/lowercase letters, digits and hyphens, starting/)).toBeNull()
    expect(line.sent).toEqual([])
  })

  test('says at the field when the name is taken', async () => {
    await aTag()
    await showCreate()
    await fillName('roof')
    await press('Create tag')
    expect(await screen.findByText('Another tag has this name')).toBeTruthy()
    expect((await nameInput()).getAttribute('aria-invalid')).toBe('true')
    expect(await stored()).toHaveLength(1)
  })

  test('accepts the suggested name, and opens the new tag', async () => {
    await showCreate()
    await fillName('2. patro')
    await press('Use the suggested name tag-2-patro')
    await press('Create tag')
    await waitFor(async () => expect(await stored()).toHaveLength(1))
    const [tag] = await stored()
    expect(tag).toMatchObject({ name: 'tag-2-patro', color: '#1E88E5', access_type: 'write' })
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/tags/${tag?.id}`))
  })

  test('moves through the palette in two dimensions by keyboard', async () => {
    await showCreate()
    await fillName('roof')
    expect(await screen.findAllByRole('radio')).toHaveLength(16)
    await user.tab()
    expect(document.activeElement).toBe(await color('blue'))
    for (const [key, name] of [
      ['ArrowDown', 'orange'],
      ['ArrowRight', 'deep orange'],
      ['ArrowRight', 'brown'],
      ['ArrowRight', 'red'],
      ['ArrowLeft', 'brown'],
      ['ArrowUp', 'cyan'],
      ['ArrowUp', 'brown'],
    ] as const) {
      await user.keyboard(`{${key}}`)
      expect(document.activeElement).toBe(await color(name))
      expect(await color(name)).toHaveProperty('checked', true)
    }
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await stored()).toMatchObject([{ name: 'roof', color: '#6D4C41' }]))
  })
})

describe('a tag', () => {
  test('shows how it looks in both themes', async () => {
    await show(await aTag())
    for (const theme of ['Light', 'Dark'])
      expect(within(await screen.findByRole('group', { name: theme })).getByText('roof')).toBeTruthy()
  })

  test('shows its name first and its id last', async () => {
    await show(await aTag())
    const details = await screen.findByRole('region', { name: 'Tag' })
    const labels = within(details)
      .getAllByRole('term')
      .map(({ textContent }) => textContent)
    expect([labels[0], labels.at(-1)]).toEqual(['Name', 'Id'])
  })

  test('is previewed above the colours while choosing one', async () => {
    await show(await aTag(), { search: '?edit=true' })
    const preview = await screen.findByRole('group', { name: 'Light' })
    expect(preview.compareDocumentPosition(await color('blue'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('can change its name, colour and access type', async () => {
    const tag = await aTag()
    await show(tag, { search: '?edit=true' })
    await fillName('cellar')
    await user.click(await color('green'))
    await user.click(await screen.findByRole('combobox', { name: 'Access type' }))
    await user.click(await screen.findByRole('option', { name: 'Read' }))
    await press('Save')
    expect(await screen.findByRole('heading', { level: 1, name: 'cellar' })).toBeTruthy()
    expect(await stored()).toEqual([
      { ...tag, name: 'cellar', color: '#43A047', access_type: 'read', version: 2 },
    ])
  })

  test('with a custom colour offers it too, and keeps it', async () => {
    const tag = await aTag({ color: '#123abc' })
    await show(tag, { search: '?edit=true' })
    expect(await color('another colour, #123abc')).toHaveProperty('checked', true)
    expect(screen.getAllByRole('radio')).toHaveLength(17)
    await user.click(await color('red'))
    await user.click(await color('another colour, #123abc'))
    await fillName('cellar')
    await press('Save')
    await waitFor(async () => expect(await stored()).toEqual([{ ...tag, name: 'cellar', version: 2 }]))
  })

  test('with a palette colour in lower case has that colour', async () => {
    await show(await aTag({ color: '#e53935' }), { search: '?edit=true' })
    expect(await color('red')).toHaveProperty('checked', true)
    expect(screen.getAllByRole('radio')).toHaveLength(16)
  })

  test('can be viewed but not changed by a person who can only read', async () => {
    const tag = await aTag()
    line = connect(server, await aMember(server, space, 'user'))
    await show(tag, { search: '?edit=true' })
    expect((await screen.findByRole('button', { name: 'Edit' })).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the deletion of a tag', () => {
  const ask = async (tag: Tag, capabilities?: string[]) => {
    await show(tag, { search: '?edit=true', capabilities })
    await press('Delete')
    return screen.findByRole('alertdialog')
  }

  test('lists what loses it, and leads to the list', async () => {
    const tag = await aTag()
    await aDevice(server, space, { tags: [tag] })
    await aDevice(server, space, { tags: [tag] })
    await aConnector(server, space, { tags: [tag] })
    const dialog = await ask(tag)
    await waitFor(() =>
      expect(dialog.textContent).toContain(
        '2 devices and 1 connector lose this tag; unless they share another one, messages of those devices stop triggering that connector. This cannot be undone.',
      ),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/tags`))
    expect(await stored()).toEqual([])
  })

  test('says when one device loses it', async () => {
    const tag = await aTag()
    await aDevice(server, space, { tags: [tag] })
    const dialog = await ask(tag)
    await waitFor(() =>
      expect(dialog.textContent).toContain('1 device loses this tag. This cannot be undone.'),
    )
  })

  test('says when nothing has it', async () => {
    const dialog = await ask(await aTag())
    await waitFor(() =>
      expect(dialog.textContent).toContain('No device or connector has this tag. This cannot be undone.'),
    )
  })

  test('describes the effects in general when the server does not count them', async () => {
    const dialog = await ask(await aTag(), [])
    expect(dialog.textContent).toContain('Devices and connectors lose this tag, and')
  })

  test('is not offered while it limits keys', async () => {
    const tag = await aTag()
    const key = await aKey(server, space, { name: 'gateway', tags: [tag] })
    await aKey(server, space, { name: 'unlimited' })
    const dialog = await ask(tag)
    await waitFor(() =>
      expect(dialog.textContent).toContain(
        '1 key is limited to this tag. Remove the tag from it or delete it first:',
      ),
    )
    const link = await within(dialog).findByRole('link', { name: 'gateway' })
    expect(link.getAttribute('href')).toBe(`/space/${space.id}/keys/${key.handle}`)
    expect(within(dialog).getAllByRole('link')).toHaveLength(1)
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeTruthy()
  })
})
