import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { tagEntity } from '#contract/tags'
import { aSpace, type TestSpace } from '../../../tests/support/builders'
import { connect, showInSpace } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { group, type TagsTexts } from '../../resources/tags/texts'
import { crudOf, type ResourceDefinition, ResourceRoutes } from './definition'
import { entityFields } from './entityFields'
import { viewsOf } from './views'

const server = await serve()
const user = userEvent.setup({ delay: null })
let space: TestSpace
let line: ReturnType<typeof connect>
beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

/** Tags as a resource without special views. */
const fields = entityFields(tagEntity, 'all', group('tags.fields'), {}, ['access_type'])
const { List, Page, Create } = viewsOf(tagEntity, fields)
const plain: ResourceDefinition<TagsTexts> = {
  name: 'tags',
  scope: 'space',
  icon: () => null,
  permissions: crudOf('space:tag'),
  recordRepresentation: 'name',
  list: List,
  show: Page,
  edit: Page,
  create: Create,
}

const show = (at: string) =>
  showInSpace(<ResourceRoutes definition={plain} />, {
    client: line.client,
    space,
    resource: plain,
    path: '/tags/*',
    at,
  })
const stored = async () =>
  line.client.call(api.tags.list.answer, 'GET', `/spaces/${space.id}/tags`, { query: { limit: 1000 } })
const put = (tag: { name: string; color: string }) =>
  server.call('POST', `/spaces/${space.id}/tags`, { body: tag, token: space.owner.token })

test('its list has a column for each field, with the labels of its texts', async () => {
  await put({ name: 'roof', color: '#1E88E5' })
  await show('/tags')
  const row = await screen.findByRole('row', { name: /roof/ })
  expect(within(row).getByText('#1E88E5')).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: /Colour/ })).toBeTruthy()
})

test('its dialog creates a record, validated by the contract', async () => {
  await show('/tags?create=true')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'cellar')
  await user.type(dialog.getByRole('textbox', { name: /Colour/ }), 'blue')
  await user.click(dialog.getByRole('button', { name: 'Create tag' }))
  expect(await stored()).toEqual([])
  await user.clear(dialog.getByRole('textbox', { name: /Colour/ }))
  await user.type(dialog.getByRole('textbox', { name: /Colour/ }), '#1E88E5')
  await user.click(dialog.getByRole('button', { name: 'Create tag' }))
  expect(await screen.findByText('Tag created')).toBeTruthy()
  expect(await stored()).toMatchObject([{ name: 'cellar', color: '#1E88E5' }])
})

test('its page shows a record, and its form sends changes, which the toast can undo', async () => {
  await put({ name: 'roof', color: '#1E88E5' })
  const [tag] = await stored()
  await show(`/tags/${tag?.id}?edit=true`)
  const name = await screen.findByRole('textbox', { name: /Name/ })
  await user.clear(name)
  await user.type(name, 'attic')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'attic' })).toBeTruthy()
  expect(line.calls.find(({ method }) => method === 'PUT')).toBeTruthy()
  expect(await stored()).toMatchObject([{ name: 'attic', color: '#1E88E5', version: 2 }])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'roof' })).toBeTruthy()
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect(await stored()).toMatchObject([{ name: 'roof', color: '#1E88E5', version: 3 }])
})
