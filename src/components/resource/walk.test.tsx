import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Tag, tagEntity } from '#contract/tags'
import { aSpace, type TestSpace } from '../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { group, type TagsTexts } from '../../resources/tags/texts'
import { readWalk, rememberWalk } from '../walk/walk'
import { crudOf, type ResourceDefinition, ResourceRoutes } from './definition'
import { entityFields } from './entityFields'
import { columnsOf } from './fields'
import { ResourceList } from './ResourceList'
import { viewsOf } from './views'

const server = await serve()
const user = userEvent.setup({ delay: null })
const fields = entityFields(tagEntity, 'all', group('tags.fields'), {}, ['access_type'])
const { Page } = viewsOf(tagEntity, fields)
const columns = columnsOf<Tag>(fields, { actions: {} })
const SORT = { field: 'name', order: 'ASC' } as const
const List = () => <ResourceList columns={columns} defaultSort={SORT} bulkActions={<i />} />
const tags: ResourceDefinition<TagsTexts> = {
  name: 'tags',
  scope: 'space',
  icon: () => null,
  permissions: crudOf('space:tag'),
  recordRepresentation: 'name',
  list: List,
  show: Page,
  edit: Page,
}

let space: TestSpace
const NAMES = ['roof', 'attic', 'cellar', 'garden', 'yard']
beforeEach(async () => {
  sessionStorage.clear()
  space = await aSpace(server)
  for (const name of NAMES)
    await server.call('POST', `/spaces/${space.id}/tags`, {
      body: { name, color: '#1E88E5' },
      token: space.owner.token,
    })
})

/** The list of tags: attic and cellar, garden and roof, yard. */
async function showList(query = '?perPage=2', first = 'attic') {
  const { client } = connect(server, space.owner)
  await showInSpace(<ResourceRoutes definition={tags} />, {
    client,
    space,
    resource: tags,
    path: '/tags/*',
    at: `/tags${query}`,
  })
  await screen.findByRole('row', { name: new RegExp(first) })
}
const link = (name: string) => screen.getByRole('link', { name })
const isFocused = (name: string) => waitFor(() => expect(document.activeElement).toBe(link(name)))
const panel = async () => within(await screen.findByRole('region', { name: 'Peek' }))
/** Presses J until the list, whose keys load after it, has them. */
const start = (name: string) =>
  waitFor(async () => {
    await user.keyboard('j')
    expect(document.activeElement).toBe(link(name))
  })

test('J and K go through the rows of all pages, X selects, and the space bar peeks', async () => {
  await showList()
  await start('attic')
  await user.keyboard('j')
  await isFocused('cellar')
  await user.keyboard('x')
  expect(screen.getByRole('checkbox', { name: /cellar/, checked: true })).toBeTruthy()
  await user.keyboard(' ')
  expect(await (await panel()).findByRole('heading', { name: 'cellar' })).toBeTruthy()
  await isFocused('cellar')
  await user.keyboard('j')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('garden'))
  expect(await (await panel()).findByRole('heading', { name: 'garden' })).toBeTruthy()
  await user.keyboard('k')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('cellar'))
  expect(await (await panel()).findByRole('heading', { name: 'cellar' })).toBeTruthy()
  await user.keyboard(' ')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Peek' })).toBeNull())
  await isFocused('cellar')
})

test('what the panel shows can be edited beside its list', async () => {
  await showList()
  await user.click(screen.getByRole('button', { name: 'Actions: attic' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Peek' }))
  const beside = await panel()
  await user.click(await beside.findByRole('button', { name: 'Edit' }))
  const name = await beside.findByRole('textbox', { name: /Name/ })
  await user.clear(name)
  await user.type(name, 'basement')
  await user.click(beside.getByRole('button', { name: 'Save' }))
  expect(await beside.findByRole('heading', { name: 'basement' })).toBeTruthy()
  expect(await screen.findByRole('row', { name: /basement/ })).toBeTruthy()
  await user.click(beside.getByRole('button', { name: 'Next record' }))
  expect(await beside.findByRole('heading', { name: 'cellar' })).toBeTruthy()
  expect(address()).not.toContain('edit')
})

test('the page of a record leads to its neighbours in the list, in its order and beyond its page', async () => {
  await showList(`?${new URLSearchParams({ perPage: '2', sort: 'name', order: 'DESC' })}`, 'yard')
  await start('yard')
  await user.click(link('roof'))
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
  await heading('roof')
  expect(await screen.findByText('2 of 5')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('link', { name: 'Next record' })).toBeTruthy())
  await user.click(link('Next record'))
  await heading('garden')
  expect(await screen.findByText('3 of 5')).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: 'Previous record' }))
  await heading('roof')
  for (const name of ['garden', 'cellar', 'attic']) {
    await user.click(await screen.findByRole('link', { name: 'Next record' }))
    await heading(name)
  }
  expect((await screen.findByRole('button', { name: 'Next record' })).ariaDisabled).toBe('true')
  await user.click(link('Tags'))
  await screen.findByRole('row', { name: /attic/ })
  expect(new URLSearchParams(address()?.split('?')[1]).get('page')).toBe('3')
})

test('a record whose neighbours are both on other pages leads to either, and they are remembered', async () => {
  const { client } = connect(server, space.owner)
  const answer = await server.call('GET', `/spaces/${space.id}/tags`, { token: space.owner.token })
  const all = z.array(tagEntity.schema).parse(await answer.json())
  const [attic, cellar, garden] = all.map(({ id }) => id)
  if (!attic || !cellar || !garden) throw new Error('there are no tags')
  const list = `/space/${space.id}/tags`
  rememberWalk(list, {
    filter: {},
    sort: SORT,
    perPage: 1,
    firstPage: 2,
    lastPage: 2,
    ids: [cellar],
    total: 5,
  })
  await showInSpace(<ResourceRoutes definition={tags} />, {
    client,
    space,
    resource: tags,
    path: '/tags/*',
    at: `/tags/${cellar}`,
  })
  await waitFor(() =>
    expect(readWalk(list)).toMatchObject({ ids: [attic, cellar, garden], firstPage: 1, lastPage: 3 }),
  )
  await user.click(await screen.findByRole('link', { name: 'Previous record' }))
  await screen.findByRole('heading', { level: 1, name: 'attic' })
  await user.click(await screen.findByRole('link', { name: 'Next record' }))
  await screen.findByRole('heading', { level: 1, name: 'cellar' })
})
