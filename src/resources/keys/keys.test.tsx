import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { KEY_PERMISSIONS_CAPABILITY, type Key, type KeyCreate } from '#contract/keys'
import { aDevice, aKey, aSpace, aTag, type TestSpace } from '../../../tests/support/builders'
import { address, connect, refusal, showInSpace, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { ageSignIn } from '../../../tests/support/signIn'
import { PermissionTree } from '../../components/access/PermissionTree'
import { ConfirmIdentity } from '../../components/confirm/ConfirmIdentity'
import { keys } from '.'
import { KeyCreate as CreateDialog } from './KeyForms'
import KeyList from './KeyList'
import KeyPage from './KeyPage'

const server = await serve()
let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/
const WITHOUT_USAGE = { capabilities: [] }

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const tree = () => screen.findByRole('tree', { name: 'Permissions' })
const item = (name: string) => screen.getByRole('treeitem', { name })
const isTop = (row: HTMLElement) => row.getAttribute('aria-level') === '1'
const topGroups = () => screen.getAllByRole('treeitem').filter(isTop)
const checkedOf = (name: string) => item(name).getAttribute('aria-checked')
const activeItem = () => {
  const id = screen.getByRole('tree').getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.getAttribute('aria-label')
}
const stored = (id: string) => line.client.call(api.keys.get.answer, 'GET', `/spaces/${space.id}/keys/${id}`)

/** Opens the page of a key. */
/** Makes the key so many days old. */
const age = ({ id }: Pick<Key, 'id'>, days: number) =>
  server.db.$client.query(`update access_key set created_at = now() - $1 * interval '1 day' where id = $2`, [
    days,
    id,
  ])

async function showKey(
  values: Partial<KeyCreate> = {},
  { editing = false, capabilities = [] as string[], days = 0 } = {},
) {
  const key = await aKey(server, space, values)
  await age(key, days)
  await showInSpace(<KeyPage />, {
    client: line.client,
    space,
    resource: keys,
    path: '/keys/:id',
    at: `/keys/${key.handle}${editing ? '?edit=true' : ''}`,
    capabilities,
  })
  return key
}

const showCreate = () =>
  showInSpace(
    <>
      <CreateDialog open onClose={() => undefined} />
      <ConfirmIdentity />
    </>,
    { client: line.client, space, resource: keys, at: '/keys', capabilities: [KEY_PERMISSIONS_CAPABILITY] },
  )

/** Text of the page, without the displayed address. */
const shownText = () => document.body.textContent.replace(address() ?? '', '')

describe('the permission tree by keyboard', () => {
  function Example({ start }: { start: string[] }) {
    const [granted, setGranted] = useState(start)
    return (
      <>
        <PermissionTree label="Permissions" granted={granted} onChange={setGranted} />
        <output aria-label="granted">{granted.join(' ')}</output>
      </>
    )
  }
  const granted = () => screen.getByLabelText('granted').textContent
  const focusTree = async (start: string[] = []) => {
    showPage(<Example start={start} />)
    const user = userEvent.setup({ delay: null })
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(await tree())
    return user
  }

  test('moves along the rows, opens and closes groups', async () => {
    const user = await focusTree()
    expect(activeItem()).toBe('Devices')
    await user.keyboard('{ArrowRight}')
    expect(item('Devices').getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowRight}')
    expect(activeItem()).toBe('Create')
    await user.keyboard('{ArrowDown}')
    expect(activeItem()).toBe('Read')
    await user.keyboard('{ArrowLeft}')
    expect(activeItem()).toBe('Devices')
    await user.keyboard('{ArrowLeft}')
    expect(item('Devices').getAttribute('aria-expanded')).toBe('false')
    await user.keyboard('{End}')
    expect(activeItem()).toBe(topGroups().at(-1)?.getAttribute('aria-label'))
    await user.keyboard('{ArrowDown}{Home}')
    expect(activeItem()).toBe('Devices')
    await user.keyboard('c')
    expect(activeItem()).toMatch(/^C/)
    await user.keyboard('*')
    expect(screen.getAllByRole('treeitem', { expanded: true })).toEqual(topGroups())
  })

  test('grants with Space: one permission makes its groups mixed, and a group grants all of them', async () => {
    const user = await focusTree()
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown} ')
    expect(granted()).toBe('space:device:read')
    expect([checkedOf('Devices'), checkedOf('Read'), checkedOf('Create')]).toEqual(['mixed', 'true', 'false'])
    await user.keyboard('{Home}{ArrowLeft}{ArrowDown} ')
    expect(granted()).toBe('space:device:read space:message:read space:message:series:read')
    await user.keyboard(' ')
    expect(granted()).toBe('space:device:read')
  })

  test('announces the position of each row', async () => {
    await focusTree(['space:device:shell:create'])
    const place = (name: string) =>
      ['level', 'posinset', 'setsize'].map((part) => item(name).getAttribute(`aria-${part}`))
    expect(place('Devices')).toEqual(['1', '1', `${topGroups().length}`])
    expect(place('Shell commands')).toEqual(['2', '9', '9'])
    expect(place('Send')).toEqual(['3', '1', '2'])
  })

  test('searches by name and path, and shows the parent groups', async () => {
    const user = await focusTree()
    const search = screen.getByRole('searchbox', { name: 'Search permissions' })
    await user.type(search, 'shell')
    expect(screen.getAllByRole('treeitem').map((row) => row.getAttribute('aria-label'))).toEqual([
      'Devices',
      'Shell commands',
      'Send',
      'Cancel',
    ])
    await user.clear(search)
    await user.type(search, 'no such thing')
    expect(screen.getByText('No permission matches')).toBeTruthy()
    expect(screen.queryByRole('tree')).toBeNull()
  })

  test('keeps unknown permissions, which can be removed and restored', async () => {
    const user = await focusTree(['space:future:read', 'space:tag:read'])
    await user.keyboard('{End}*')
    expect(item('Unknown to this console').getAttribute('aria-checked')).toBe('true')
    await user.keyboard('{End} ')
    expect(granted()).toBe('space:tag:read')
    await user.keyboard(' ')
    expect(granted()).toBe('space:tag:read space:future:read')
  })
})

describe('a new key', () => {
  test('is sent with a random id, the ids of its tags and its permissions, and opens its page', async () => {
    const tag = await aTag(server, space, 'north-slope')
    await showCreate()
    const user = userEvent.setup({ delay: null })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'reporter')
    await user.click(screen.getByRole('combobox', { name: 'Tags' }))
    await user.click(await screen.findByRole('option', { name: 'north-slope' }))
    await user.click(await button('Read messages only'))
    expect(
      await screen.findByText('Can read messages of devices tagged north-slope. Cannot change anything.'),
    ).toBeTruthy()
    await user.click(await button('Create key'))
    await waitFor(() => expect(address()).toMatch(/\/keys\/[0-9a-f-]{36}$/))
    const [created] = line.sent
    expect(created).toMatchObject({
      method: 'POST',
      body: {
        id: expect.stringMatching(UUID),
        name: 'reporter',
        tags: [{ id: tag.id }],
        permissions: ['space:message:read'],
      },
    })
    expect(await screen.findByText('Key created')).toBeTruthy()
    expect(address()).not.toContain(z.object({ id: z.string() }).parse(created?.body).id)
    expect(shownText()).not.toMatch(UUID)
  })

  test('that deletes keys asks for a confirmation, and is then created once', async () => {
    await showCreate()
    await ageSignIn(server, space.owner, 16)
    const user = userEvent.setup({ delay: null })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'cleaner')
    ;(await tree()).focus()
    await user.keyboard('{End}{ArrowUp} ')
    await user.click(await button('Create key'))
    await user.type(await screen.findByLabelText(/^Password/), space.owner.password)
    await user.click(await button('Confirm'))
    await waitFor(() => expect(address()).toMatch(/\/keys\/[0-9a-f-]{36}$/))
    expect(await line.client.call(api.keys.list.answer, 'GET', `/spaces/${space.id}/keys`)).toMatchObject([
      { name: 'cleaner', permissions: expect.arrayContaining(['space:key:delete']) },
    ])
  })

  test('keeps its dialog open with all choices when it fails', async () => {
    line.interrupt = ({ method }) => (method === 'GET' ? undefined : refusal(400, 'name is taken'))
    await showCreate()
    const user = userEvent.setup({ delay: null })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'reporter')
    await user.click(await button('Send downlinks'))
    await user.click(await button('Create key'))
    expect(await screen.findByText('name is taken')).toBeTruthy()
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'reporter')
    expect((await button('Send downlinks')).getAttribute('aria-pressed')).toBe('true')
  })
})

describe('the page of a key', () => {
  test('shows the token only on request, and lists what the key may do', async () => {
    const key = await showKey({ name: 'reporter', permissions: ['space:device:read'] })
    expect(await screen.findByRole('heading', { level: 1, name: 'reporter' })).toBeTruthy()
    expect(await screen.findByText('Can read devices. Cannot change anything.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Command' })).toBeNull()
    expect(shownText()).not.toContain(key.id)
    expect(document.title).not.toContain(key.id)
    const [reveal] = await screen.findAllByRole('button', { name: 'Show Token' })
    await userEvent.click(reveal ?? document.body)
    expect(await screen.findByText(key.id)).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Command' })).toBeTruthy()
    expect(address()).not.toContain(key.id)
  })

  test('replaces the token, and stays at its address', async () => {
    const user = userEvent.setup({ delay: null })
    const key = await showKey({ name: 'reporter' }, { capabilities: ['key-rotation'] })
    const replace = await button('Rotate token')
    await waitFor(() => expect(replace).toHaveProperty('disabled', false))
    await user.click(replace)
    const dialog = await screen.findByRole('alertdialog', { name: 'Rotate the token of reporter?' })
    await user.click(within(dialog).getByRole('button', { name: 'Rotate token' }))
    await screen.findByText('Token rotated')
    expect(address()).toContain(key.handle)
    expect(await screen.findByRole('heading', { level: 1, name: 'reporter' })).toBeTruthy()
    const refused = await server.call('GET', '/spaces', { key: key.id })
    expect(refused.status).toBe(401)
    const [reveal] = await screen.findAllByRole('button', { name: 'Show Token' })
    await user.click(reveal ?? document.body)
    const { rows } = await server.db.$client.query<{ id: string }>(
      `select id from access_key where space_id = $1 and name = 'reporter'`,
      [space.id],
    )
    const token = rows[0]?.id ?? ''
    expect(await screen.findByText(token)).toBeTruthy()
    expect((await server.call('GET', '/spaces', { key: token })).status).toBe(200)
  })

  test('shows the token only after the person has confirmed their identity', async () => {
    const user = userEvent.setup({ delay: null })
    const key = await aKey(server, space, { name: 'reporter', permissions: ['space:device:read'] })
    await ageSignIn(server, space.owner, 16)
    await showInSpace(
      <>
        <ConfirmIdentity />
        <KeyPage />
      </>,
      {
        client: line.client,
        space,
        resource: keys,
        path: '/keys/:id',
        at: `/keys/${key.handle}`,
        capabilities: [],
      },
    )
    expect(await screen.findByText('Show the token to see the commands.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Command' })).toBeNull()
    await user.click(await button('Show token'))
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm that it's you" }))
    await user.type(await dialog.findByLabelText(/^Password/), space.owner.password)
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(key.id)).toBeTruthy()
    await user.click(await button('Copy all'))
    expect(await navigator.clipboard.readText()).toContain(`X-API-Key: ${key.id}`)
    expect(address()).not.toContain(key.id)
  })

  test('shows a read-only tree', async () => {
    const { id } = await showKey({ permissions: ['space:device:read'] })
    const user = userEvent.setup({ delay: null })
    ;(await tree()).focus()
    await user.keyboard(' ')
    expect(checkedOf('Devices')).toBe('mixed')
    expect(item('Devices').getAttribute('aria-disabled')).toBe('true')
    expect(await stored(id)).toMatchObject({ permissions: ['space:device:read'] })
    expect(line.sent).toEqual([])
  })

  test('copies the command with the token, and shows it without', async () => {
    const user = userEvent.setup({ delay: null })
    const key = await showKey({ permissions: ['space:tag:read'] })
    await user.click(await button('Show token'))
    const command = await screen.findByRole('region', { name: 'Command' })
    expect(command.textContent).toContain(`/v2/spaces/${space.id}/tags?limit=10'`)
    expect(command.textContent).toContain('X-API-Key: ••••••')
    await user.click(await button('Copy all'))
    expect(await navigator.clipboard.readText()).toContain(`X-API-Key: ${key.id}`)
    await user.click(await button('Python'))
    expect(command.textContent).toContain('import urllib.request')
  })

  test('tests the key, and shows the answer of the server', async () => {
    const device = await aDevice(server, space)
    await showKey({ permissions: ['space:device:read'] })
    await userEvent.click(await button('Show token'))
    await button('Try this key')
    const fetched = vi.spyOn(globalThis, 'fetch')
    await userEvent.click(await button('Try this key'))
    expect(await screen.findByText(/^The key works\. Status 200, \d+ ms$/)).toBeTruthy()
    expect((await screen.findByRole('tree', { name: 'Response' })).textContent).toContain(device.name)
    const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers)
    expect([headers.has('Authorization'), headers.get('X-API-Key')]).toEqual([
      false,
      expect.stringMatching(UUID),
    ])
  })

  test('says when the key is refused', async () => {
    const key = await showKey({ permissions: ['space:device:read'] })
    await userEvent.click(await button('Show token'))
    await button('Try this key')
    await line.client.request('DELETE', `/spaces/${space.id}/keys/${key.id}`)
    await userEvent.click(await button('Try this key'))
    expect(await screen.findByText(/^The server refused the call\. Status 401, \d+ ms$/)).toBeTruthy()
    expect(await screen.findByText('forbidden: bad API key')).toBeTruthy()
  })

  test('saves changes in the tree', async () => {
    const { id } = await showKey({ permissions: ['space:tag:read', 'space:user:read'] }, { editing: true })
    const user = userEvent.setup({ delay: null })
    ;(await tree()).focus()
    await user.keyboard('t ')
    await user.keyboard(' ')
    await user.click(await button('Save'))
    await waitFor(() => expect(address()).not.toContain('edit'))
    expect(await stored(id)).toMatchObject({ permissions: ['space:user:read'] })
  })

  test('deletes the key after a confirmation', async () => {
    const { id, name } = await showKey({}, { editing: true })
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Delete'))
    const dialog = await screen.findByRole('alertdialog', { name: `Delete the key ${name}?` })
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/keys`))
    await expect(stored(id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the usage of keys', () => {
  const capabilities = ['key-usage']

  test('lists the permissions that a key did not need, and unticks them', async () => {
    line.interrupt = async ({ path }) => {
      if (!path.endsWith('/keys/usage')) return undefined
      const [key] = await line.client.call(api.keys.list.answer, 'GET', `/spaces/${space.id}/keys`)
      const usage = { last_used_at: '2026-01-02T03:04:05.000Z', last_used_from: '192.0.2.1', calls: 7 }
      return Response.json([
        { key_id: key?.id, handle: key?.handle, ...usage, used_permissions: ['space:device:read'] },
      ])
    }
    const permissions = ['space:device:read', 'space:device:shell:create', 'space:tag:delete'] as const
    const { id } = await showKey({ permissions: [...permissions] }, { capabilities, days: 15 })
    expect(await screen.findByText('Shell commands: Send')).toBeTruthy()
    expect(screen.getByText(/^So far this key has not needed these permissions:/)).toBeTruthy()
    expect(screen.getByText('Tags: Delete')).toBeTruthy()
    expect(screen.getByText('from 192.0.2.1', { exact: false })).toBeTruthy()
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Remove them'))
    expect(await screen.findByText('Can read devices. Cannot change anything.')).toBeTruthy()
    expect(await stored(id)).toMatchObject({ permissions })
    await user.click(await button('Save'))
    await waitFor(() => expect(address()).not.toContain('edit'))
    expect(await stored(id)).toMatchObject({ permissions: ['space:device:read'] })
  })

  test('says when a key was never used', async () => {
    await showKey({}, { capabilities, days: 15 })
    expect(await screen.findByText(/This key has never been used/)).toBeTruthy()
  })

  const showList = (given: { capabilities: string[] }) =>
    showInSpace(<KeyList />, { client: line.client, space, resource: keys, at: '/keys', ...given })

  test('has no warning for a new key', async () => {
    await showKey({ permissions: ['space:device:read'] }, { capabilities, days: 13 })
    // Wait for the number of its calls.
    expect(await screen.findByText('0')).toBeTruthy()
    expect(screen.queryByText(/This key has never been used/)).toBeNull()
    cleanup()
    await showList({ capabilities })
    expect(await screen.findByText('0')).toBeTruthy()
    expect(screen.queryByText('Never used')).toBeNull()
  })

  test('is shown in the list, without tokens', async () => {
    const key = await aKey(server, space)
    const { id, name } = key
    await age(key, 15)
    await showList({ capabilities })
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    expect(await screen.findByText('Never used')).toBeTruthy()
    expect(shownText()).not.toContain(id)
  })

  test('is loaded again once there is a new key', async () => {
    await aKey(server, space)
    await showInSpace(<KeyList />, {
      client: line.client,
      space,
      resource: keys,
      at: '/keys?create=true',
      capabilities,
    })
    const asked = () => line.calls.filter(({ path }) => path.endsWith('/keys/usage')).length
    await waitFor(() => expect(asked()).toBe(1))
    const user = userEvent.setup({ delay: null })
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'fresh-key')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create key' }))
    await waitFor(() => expect(address()).toMatch(/\/keys\/[0-9a-f-]+$/))
    await waitFor(() => expect(asked()).toBe(2))
  })

  test('is not requested from a server without it', async () => {
    const { name } = await aKey(server, space)
    await showList(WITHOUT_USAGE)
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    expect(screen.queryByText('Last used')).toBeNull()
    expect(line.calls.filter(({ path }) => path.endsWith('/usage'))).toEqual([])
  })
})
