import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { TRASH_CAPABILITY, trashApi } from '#contract/trash'
import {
  aDevice,
  aMember,
  aSpace,
  aTag,
  type TestSpace,
  type TestUser,
} from '../../../tests/support/builders'
import { connect, showInSpace, uuid } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { currentToast } from '../../components/toast/toasts'
import { trash } from '.'
import TrashList from './TrashList'

const server = await serve()
let space: TestSpace
let line: ReturnType<typeof connect>
const user = userEvent.setup({ delay: null })

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
  const pump = await aDevice(server, space, { name: 'pump' })
  const valve = await aDevice(server, space, { name: 'valve' })
  const roof = await aTag(server, space, 'roof')
  await call('', { resource: 'device', ids: [pump.id, valve.id] })
  await call('', { resource: 'tag', ids: [roof.id] })
})

const call = async (path: string, body: object) =>
  server.call('POST', `/spaces/${space.id}/trash${path}`, { token: space.owner.token, body })

const left = async () => {
  const answer = await server.call('GET', `/spaces/${space.id}/trash`, space.owner)
  return trashApi.list.answer.parse(await answer.json()).map(({ name }) => name)
}

async function show(as: TestUser = space.owner) {
  line = connect(server, as)
  const at = '/trash'
  const parts = {
    client: line.client,
    space,
    resource: trash,
    path: at,
    at,
    capabilities: [TRASH_CAPABILITY],
  }
  await showInSpace(<TrashList />, parts)
  await screen.findByText('pump')
}

/** Opens the menu of a row and chooses an action. */
async function choose(name: string, action: string) {
  await user.click(screen.getByRole('button', { name: `Actions: ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('lists what was deleted, and restores one', async () => {
  await show()
  expect(screen.getByText('roof')).toBeTruthy()
  expect(screen.getAllByText('Device').length).toBeGreaterThanOrEqual(2)
  await choose('pump', 'Restore')
  await waitFor(() => expect(currentToast()).toMatchObject({ title: '1 record restored' }))
  await waitFor(() => expect(screen.queryByText('pump')).toBeNull())
  expect(await left()).toEqual(['roof', 'valve'])
})

test('restores all that were deleted together', async () => {
  await show()
  await choose('valve', 'Restore all deleted together')
  await waitFor(() => expect(currentToast()).toMatchObject({ title: '2 records restored' }))
  expect(await left()).toEqual(['roof'])
})

test('restores all of a batch that the server restores in parts', async () => {
  await show()
  line.interrupt = ({ path, body }) => {
    if (!path.endsWith('/restore') || JSON.stringify(body).includes('before')) return undefined
    const first = {
      id: uuid(1).replace(/^......../, 'ffffffff'),
      resource: 'tag',
      record_id: uuid(2),
      name: 'x',
    }
    return Response.json({ results: [{ ...first, result: 'restored', reason: null }], left: 2 })
  }
  await choose('valve', 'Restore all deleted together')
  await waitFor(() => expect(currentToast()).toMatchObject({ title: '3 records restored' }))
  expect(await left()).toEqual(['roof'])
})

test('says why a record is not restored', async () => {
  await aTag(server, space, 'roof')
  await show()
  await choose('roof', 'Restore')
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      kind: 'error',
      description: expect.stringContaining('belongs to another tag'),
    }),
  )
  expect(screen.getByText('roof')).toBeTruthy()
})

test('deletes one for good after a question, and empties the trash', async () => {
  await show()
  await choose('pump', 'Delete for good')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 1 record for good?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(async () => expect(await left()).toEqual(['roof', 'valve']))
  await user.click(await screen.findByRole('button', { name: 'Empty the trash' }))
  const all = within(
    await screen.findByRole('alertdialog', { name: 'Delete everything in the trash for good?' }),
  )
  await user.click(all.getByRole('button', { name: 'Empty the trash' }))
  expect(await screen.findByText('The trash is empty.')).toBeTruthy()
  expect(await left()).toEqual([])
})

test('selected records are restored together', async () => {
  await show()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(currentToast()).toMatchObject({ title: '3 records restored' }))
  expect(await left()).toEqual([])
})

test('those who may not restore see the list only', async () => {
  await show(await aMember(server, space, 'user'))
  await user.click(screen.getByRole('button', { name: 'Actions: pump' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-disabled'))).toEqual(['true', 'true', 'true'])
})
