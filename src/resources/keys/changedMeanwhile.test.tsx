import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Key } from '#contract/keys'
import { aKey, aMember, aSpace, aUser, type TestSpace, type TestUser } from '../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { keys } from '.'
import KeyPage from './KeyPage'

const server = await serve()
const user = userEvent.setup({ delay: null })
let space: TestSpace
let dana: TestUser
let line: ReturnType<typeof connect>
let key: Key

const BEFORE = { name: 'reporter', permissions: ['space:device:read', 'space:tag:read'] } as const

beforeEach(async () => {
  space = await aSpace(server)
  dana = await aMember(server, space, 'admin', {
    user: await aUser(server, { firstname: 'Dana', lastname: 'Nová' }),
  })
  line = connect(server, space.owner)
  key = await aKey(server, space, { ...BEFORE, permissions: [...BEFORE.permissions] })
})

const show = (at = `/keys/${key.id}?edit=true`) =>
  showInSpace(<KeyPage />, { client: line.client, space, resource: keys, path: '/keys/:id', at })

const at = () => `/spaces/${space.id}/keys/${key.id}`
const stored = () => line.client.call(api.keys.get.answer, 'GET', at())
/** Makes a change of somebody else. */
const changes = async (body: object, by = dana) => {
  const { status } = await server.call('PUT', at(), { token: by.token, body })
  expect(status).toBe(200)
}

const button = (name: string) => screen.findByRole('button', { name })
const nameInput = () => screen.findByRole('textbox', { name: 'Name' })
async function rename(name: string) {
  await user.clear(await nameInput())
  await user.type(await nameInput(), name)
}
const save = async () => user.click(await button('Save'))
const isSaved = () => waitFor(() => expect(address()).not.toContain('edit'))
const sentBodies = () => line.sent.map(({ body }) => body)

const dialog = () => screen.findByRole('dialog', { name: 'Someone else changed this too' })
const choice = async (field: string, value: string | RegExp) =>
  within(within(await dialog()).getByRole('group', { name: field })).getByRole('radio', { name: value })
const saveChoice = async () => user.click(within(await dialog()).getByRole('button', { name: 'Save' }))

describe('a change of a colleague meanwhile', () => {
  test('stays and is shown: a removed permission does not return with a new name', async () => {
    await show()
    await rename('collector')
    await changes({ permissions: ['space:device:read'] })
    await save()
    expect(
      await screen.findByText('Dana Nová changed “Permissions” in the meantime. This change is kept.'),
    ).toBeTruthy()
    await isSaved()
    expect(await stored()).toMatchObject({ name: 'collector', permissions: ['space:device:read'] })
    expect(sentBodies()).toEqual([{ name: 'collector' }, { name: 'collector' }])
    expect(await screen.findByText('Can read devices. Cannot change anything.')).toBeTruthy()
  })

  test('of the same field is shown beside mine, and I choose', async () => {
    await show()
    await rename('collector')
    await changes({ name: 'gateway', permissions: [] })
    await save()
    const [mine, theirs] = [await choice('Name', 'Yours'), await choice('Name', 'Saved by Dana Nová')]
    expect([mine, theirs].map((radio) => radio.getAttribute('aria-describedby'))).toEqual([
      within(await dialog())
        .getByText('collector')
        .closest('[id]')?.id,
      within(await dialog())
        .getByText('gateway')
        .closest('[id]')?.id,
    ])
    await saveChoice()
    expect(await dialog()).toBeTruthy()
    await user.click(mine)
    await saveChoice()
    expect(
      await screen.findByText('Dana Nová changed “Permissions” in the meantime. This change is kept.'),
    ).toBeTruthy()
    await isSaved()
    expect(await stored()).toMatchObject({ name: 'collector', permissions: [] })
  })

  test('of the same field stays when I choose it, and nothing more is sent', async () => {
    await show()
    await rename('collector')
    await changes({ name: 'gateway' })
    await save()
    await user.click(await choice('Name', /^Saved/))
    await saveChoice()
    await isSaved()
    expect(await stored()).toMatchObject({ name: 'gateway' })
    expect(sentBodies()).toEqual([{ name: 'collector' }])
    expect(await screen.findByRole('heading', { level: 1, name: 'gateway' })).toBeTruthy()
  })

  test('keeps my typed values when I go back to the form', async () => {
    await show()
    await rename('collector')
    await changes({ name: 'gateway' })
    await save()
    await user.click(within(await dialog()).getByRole('button', { name: 'Back to editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await nameInput()).toHaveProperty('value', 'collector')
    expect(await stored()).toMatchObject({ name: 'gateway' })
    await save()
    expect(await choice('Name', 'Yours')).toBeTruthy()
  })

  test('asks once more when another one comes while I choose', async () => {
    await show()
    await rename('collector')
    await changes({ name: 'gateway' })
    await save()
    await user.click(await choice('Name', 'Yours'))
    await changes({ name: 'bridge' })
    await saveChoice()
    await screen.findByText('bridge')
    await user.click(await choice('Name', 'Yours'))
    await saveChoice()
    await isSaved()
    expect(await stored()).toMatchObject({ name: 'collector' })
  })

  test('by a key is shown with its name', async () => {
    await show()
    await rename('collector')
    const robot = await aKey(server, space, {
      name: 'robot',
      permissions: ['space:key:update', ...BEFORE.permissions],
    })
    await server.call('PUT', at(), { key: robot.id, body: { permissions: ['space:device:read'] } })
    await save()
    expect(
      await screen.findByText('robot changed “Permissions” in the meantime. This change is kept.'),
    ).toBeTruthy()
  })

  test('is shown before the key is deleted', async () => {
    await show()
    await nameInput()
    await changes({ name: 'gateway', permissions: [] })
    const asked = async (name: string) => within(await screen.findByRole('alertdialog', { name }))
    await user.click(await button('Delete'))
    await user.click((await asked('Delete the key reporter?')).getByRole('button', { name: 'Delete' }))
    const again = await asked('Delete the key gateway?')
    expect(again.getByText('Dana Nová changed “Name” and “Permissions” in the meantime.')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cancel')
    expect(await stored()).toMatchObject({ name: 'gateway' })
    await user.click(again.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).not.toContain(key.id))
    await expect(stored()).rejects.toThrow('not found')
  })

  test('that deletes the key keeps my typed values as a draft', async () => {
    await show()
    await rename('collector')
    await server.call('DELETE', at(), { token: dana.token })
    await save()
    expect(await screen.findByText('not found')).toBeTruthy()
  })
})

describe('a draft', () => {
  const failOnce = () => {
    line.interrupt = ({ method }) => (method === 'PUT' ? refusal(400, 'not now') : undefined)
  }

  test('that is restored does not revert later changes of others', async () => {
    await show()
    await rename('collector')
    failOnce()
    await save()
    await changes({ permissions: ['space:tag:read'] })
    line.interrupt = () => undefined
    await user.click(await button('Restore'))
    await save()
    await isSaved()
    expect(await stored()).toMatchObject({ name: 'collector', permissions: ['space:tag:read'] })
  })

  test('of a field that somebody else has changed since asks, with both values', async () => {
    await show()
    await rename('collector')
    failOnce()
    await save()
    await changes({ name: 'gateway' })
    line.interrupt = () => undefined
    await line.client.request('GET', at())
    await user.click(await button('Restore'))
    await save()
    await user.click(await choice('Name', 'Yours'))
    expect(within(await dialog()).getByText('gateway')).toBeTruthy()
    await saveChoice()
    await isSaved()
    expect(await stored()).toMatchObject({ name: 'collector' })
  })
})

test('a server without versions gets the whole object', async () => {
  const { version: _, ...unversioned } = key
  line.interrupt = ({ method, path }) =>
    method === 'GET' && path === at() ? Response.json(unversioned) : undefined
  await show()
  await rename('collector')
  await save()
  await isSaved()
  expect(sentBodies()).toEqual([{ name: 'collector', tags: [], permissions: [...BEFORE.permissions] }])
})
