import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aMember, aSpace, type TestSpace } from '../../../tests/support/builders'
import { address, connect, showInSpace, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { SpaceProvider } from '../../dataProvider/SpaceProvider'
import { msg as connectorsMsg } from '../../resources/connectors/texts'
import { crudOf, type ResourceDefinition, ResourceRoutes } from './definition'
import { ResourceList } from './ResourceList'

const server = await serve()
let space: TestSpace
beforeEach(async () => {
  space = await aSpace(server)
})

const NAME = {
  id: 'name',
  label: connectorsMsg('connectors.fields.name'),
  cell: ({ name }: { name: string }) => name,
} as const
const COLUMNS = [NAME]
const SORT = { field: 'name', order: 'ASC' } as const

/** A section that everyone in the space may read. */
const forAll: ResourceDefinition = {
  name: 'connectors',
  scope: 'space',
  icon: () => null,
  permissions: crudOf('space:connector'),
  recordRepresentation: 'name',
  list: () => <ResourceList<{ id: string; name: string }> columns={COLUMNS} defaultSort={SORT} />,
  create: ({ open }) => open && <p>The dialog that creates one</p>,
}
/** A section that only admins may read. */
const forAdmins: ResourceDefinition = { ...forAll, permissions: crudOf('space:key') }

const calls = (line: ReturnType<typeof connect>) =>
  line.calls.filter(({ path }) => path.endsWith('/connectors'))
const show = (line: ReturnType<typeof connect>, resource: ResourceDefinition, at = '/connectors') =>
  showInSpace(<ResourceRoutes definition={resource} />, {
    client: line.client,
    space,
    resource,
    path: '/connectors/*',
    at,
  })

test('a person who may not read a resource gets a message, without a call', async () => {
  const line = connect(server, await aMember(server, space, 'user'))
  await show(line, forAdmins)
  expect(await screen.findByRole('heading', { level: 1, name: 'Connectors' })).toBeTruthy()
  expect(screen.getByText(/Only admins of this space can see this page/)).toBeTruthy()
  expect(calls(line)).toEqual([])
})

test('a person who may read it sees the list', async () => {
  const line = connect(server, space.owner)
  await show(line, forAdmins)
  expect(await screen.findByText(/Please use the button in the top right corner/)).toBeTruthy()
})

test('an address with /create opens the dialog over the list', async () => {
  await show(connect(server, space.owner), forAll, '/connectors/create')
  expect(await screen.findByText('The dialog that creates one')).toBeTruthy()
  expect(address()).toBe(`/space/${space.id}/connectors?create=true`)
})

test('the list waits for the role only when that decides', async () => {
  const line = connect(server, space.owner)
  const page = (resource: ResourceDefinition) =>
    showPage(
      <SpaceProvider spaceId={space.id}>
        <ResourceRoutes definition={resource} />
      </SpaceProvider>,
      {
        client: line.client,
        resource,
        path: '/space/:spaceId/connectors/*',
        at: `/space/${space.id}/connectors`,
      },
    )
  const { unmount } = page(forAdmins)
  expect(await screen.findByText('Loading…')).toBeTruthy()
  expect(line.calls).toEqual([])
  unmount()
  page(forAll)
  expect(await screen.findByRole('heading', { level: 1, name: 'Connectors' })).toBeTruthy()
})

test('an empty list says what the person can do', async () => {
  await show(connect(server, await aMember(server, space, 'user')), forAll)
  expect(
    await screen.findByText('There are no connectors here. Only admins of this space can create one.'),
  ).toBeTruthy()
})
