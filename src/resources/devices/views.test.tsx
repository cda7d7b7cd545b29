import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract'
import { type View, viewsApi } from '#contract/views'
import { aDevice, aMember } from '../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../tests/support/console'
import { serveSpace } from '../../../tests/support/serve'
import { aView } from '../../../tests/support/views'
import { devices } from '.'
import DeviceList from './DeviceList'

const { server, space } = await serveSpace()
const member = await aMember(server, space, 'user')
let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

const show = async (at: string, client = line.client) =>
  showInSpace(<DeviceList />, {
    client,
    space,
    resource: devices,
    path: '/devices',
    at,
    capabilities: CAPABILITIES,
  })

const stored = async (): Promise<View[]> =>
  viewsApi.list.answer.parse(
    await (await server.call('GET', `/spaces/${space.id}/views`, { token: space.owner.token })).json(),
  )
const control = () => screen.getByTitle('Views')
const open = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(control())
  return within(await screen.findByRole('dialog', { name: 'Views of this list' }))
}

test('a list is saved as a view, changed, renamed, deleted and brought back', async () => {
  const user = userEvent.setup({ delay: null })
  await aDevice(server, space, { name: 'gate-north', comment: 'cellar' })
  await aDevice(server, space, { name: 'gate-south' })
  const filter = { text: 'cellar' }
  await show(`/devices?filter=${encodeURIComponent(JSON.stringify(filter))}`)
  await screen.findByRole('link', { name: 'gate-north' })
  let dialog = await open(user)
  await user.click(dialog.getByRole('button', { name: 'Save for everyone' }))
  expect(dialog.getByText('Give the view a name of at most 255 characters')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Cellar')
  await user.click(dialog.getByRole('button', { name: 'Save for everyone' }))
  await waitFor(() => expect(control().textContent).toBe('Cellar'))
  const [view] = await stored()
  expect(view).toMatchObject({
    name: 'Cellar',
    filter,
    sort: 'name',
    order: 'ASC',
    columns: null,
    shared: true,
  })
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
    filter: JSON.stringify(filter),
    sort: 'name',
    order: 'ASC',
    view: view?.id,
  })

  await user.click(screen.getByRole('button', { name: /^Last seen/ }))
  await waitFor(() => expect(control().textContent).toBe('Cellar (changed)'))
  dialog = await open(user)
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(control().textContent).toBe('Cellar'))
  expect(await stored()).toMatchObject([{ sort: 'last_seen', filter }])

  dialog = await open(user)
  await user.click(dialog.getByRole('button', { name: 'Rename' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' doors{Enter}')
  await waitFor(() => expect(control().textContent).toBe('Cellar doors'))
  await user.click(await dialog.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(control().textContent).toBe('Views'))
  expect(await stored()).toEqual([])
  await waitFor(() => expect(address()).not.toContain('view='))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await stored()).toMatchObject([{ id: view?.id, name: 'Cellar doors' }]))
})

test('a link shows the same without the view, names what the list lacks, and nobody shares without the permission', async () => {
  const view = await aView(server, space, {
    name: 'Mine',
    shared: false,
    filter: { text: 'cellar' },
    sort: 'name',
    order: 'DESC',
    columns: ['name', 'comment', 'planet'],
  })
  const query = new URLSearchParams({
    filter: JSON.stringify(view.filter),
    sort: 'name',
    order: 'DESC',
    columns: 'name,comment,planet',
    view: view.id,
  })
  await show(`/devices?${query}`, connect(server, member).client)
  await screen.findByRole('link', { name: 'gate-north' })
  expect(screen.queryByRole('link', { name: 'gate-south' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: /Tags/ })).toBeNull()
  expect(control().textContent).toBe('Views')
  const dialog = await open(userEvent.setup({ delay: null }))
  expect(dialog.getByRole('button', { name: 'Save for everyone' }).getAttribute('aria-disabled')).toBe('true')
  cleanup()

  await show(`/devices?${query}`)
  expect(await screen.findByText(/names what this list does not have: planet\./)).toBeTruthy()
  expect(control().textContent).toBe('Mine')
})
