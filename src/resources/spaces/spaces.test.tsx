import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { spaceAuditApi } from '#contract/audit'
import { STATE_CAPABILITY } from '#contract/devices'
import { openConsole } from '../../../tests/support/app'
import { aDevice, aMember, aSpace, aUser, type TestSpace } from '../../../tests/support/builders'
import { address, connect, refusal, showPage, uuid } from '../../../tests/support/console'
import { setLastUplink } from '../../../tests/support/moments'
import { serve } from '../../../tests/support/serve'
import { setToken } from '../../authProvider/session'
import { spaces } from '.'
import { spaceFields } from './fields'
import { SpaceCreate } from './SpaceForms'
import SpacePage from './SpacePage'
import { SpaceState } from './SpaceState'

const server = await serve()
/** A server for tests with other settings. */
const own = await serve()
let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

const PAGE = () => `/space/${space.id}`
/** Refuses all changes. */
const refuse = (status: number, sentence: string) => {
  line.interrupt = ({ method }) => (method === 'GET' ? undefined : refusal(status, sentence))
}
const stored = () => line.client.call(api.spaces.get.answer, 'GET', `/spaces/${space.id}`)

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const nameInput = () => screen.findByRole('textbox', { name: 'Name' })
const showInfo = async ({ editing = false } = {}) =>
  showPage(<SpacePage />, {
    client: line.client,
    resource: spaces,
    path: '/space/:spaceId',
    at: `/space/${space.id}${editing ? '?edit=true' : ''}`,
    space: await stored(),
  })

const showCreate = () =>
  showPage(<SpaceCreate open onClose={() => undefined} />, {
    client: line.client,
    resource: spaces,
    path: '/spaces',
    at: '/spaces',
  })

async function rename(name: string) {
  const user = userEvent.setup({ delay: null })
  await user.clear(await nameInput())
  await user.type(await nameInput(), name)
  await user.click(await button('Save'))
  return user
}

describe('the space info page', () => {
  test('shows name and id, each with a copy action', async () => {
    await showInfo()
    expect(await screen.findByRole('heading', { level: 1, name: space.name })).toBeTruthy()
    expect(screen.getByText(space.id)).toBeTruthy()
    expect(await button('Copy Id')).toBeTruthy()
    expect(await button('Copy Name')).toBeTruthy()
  })

  test('renames the space and returns to the view', async () => {
    await showInfo()
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Edit'))
    expect(address()).toBe(`${PAGE()}?edit=true`)
    await rename('glasshouse')
    expect(await screen.findByRole('heading', { level: 1, name: 'glasshouse' })).toBeTruthy()
    expect(screen.getByText('Saved')).toBeTruthy()
    expect(await stored()).toMatchObject({ name: 'glasshouse' })
    await waitFor(() => expect(address()).toBe(PAGE()))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })))
  })

  test('keeps typed values when saving fails, and restores them with the reason', {
    tags: 'heavy',
  }, async () => {
    refuse(400, 'name is taken')
    await showInfo({ editing: true })
    const user = await rename('glasshouse')
    expect(await screen.findByText('Your changes were not saved. name is taken')).toBeTruthy()
    expect(address()).toBe(PAGE())
    await user.click(await button('Restore'))
    expect(await nameInput()).toHaveProperty('value', 'glasshouse')
    expect(await screen.findByText('name is taken', { selector: 'p' })).toBeTruthy()
  })

  test('keeps no discarded values', async () => {
    await showInfo({ editing: true })
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), '-two')
    await user.click(await button('Discard changes'))
    expect(await button('Edit')).toBeTruthy()
    expect(screen.queryByText(/Your changes were not saved/)).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('offers typed values after the session ended during an edit', async () => {
    setToken('expired', true)
    refuse(401, 'forbidden: bad bearer token')
    const { unmount } = await showInfo({ editing: true })
    const user = await rename('glasshouse')
    await waitFor(() => expect(address()).toBe('/login'))
    unmount()

    await showInfo({ editing: true })
    await user.click(await button('Restore'))
    expect(await nameInput()).toHaveProperty('value', 'glasshouse')
  })

  test('offers typed values after the page was left', async () => {
    const { unmount } = await showInfo({ editing: true })
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), '-two')
    unmount()
    await showInfo()
    expect(await screen.findByText('Your changes were not saved.')).toBeTruthy()
    await user.click(await button('Discard'))
    await waitFor(() => expect(screen.queryByText('Your changes were not saved.')).toBeNull())
  })

  test('says why a person may not edit', async () => {
    line = connect(server, await aMember(server, space, 'user'))
    await showInfo({ editing: true })
    const edit = await button('Edit')
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(edit.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Your role does not allow this.')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('deletes the space once its name was typed, and lists what is deleted with it', async () => {
    await aDevice(server, space)
    await showInfo({ editing: true })
    line.calls.length = 0
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Delete'))
    const dialog = await screen.findByRole('alertdialog', { name: `Delete the space ${space.name}?` })
    await waitFor(() => expect(dialog.textContent).toContain('It has 1 device and 1 person.'))
    const name = screen.getByRole('textbox', { name: `To confirm, type “${space.name}”.` })
    expect(document.activeElement).toBe(name)
    await user.keyboard('{Enter}{Escape}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(line.sent).toEqual([])

    await user.click(await button('Delete'))
    await user.type(await screen.findByRole('textbox', { name: /To confirm/ }), space.name)
    await user.click(await button('Delete'))
    await waitFor(() => expect(address()).toBe('/spaces'))
    expect(screen.getByText('Space deleted')).toBeTruthy()
    await expect(stored()).rejects.toMatchObject({ status: 404 })
  })

  test('says when the space does not exist', async () => {
    showPage(<SpacePage />, {
      client: line.client,
      resource: spaces,
      path: '/space/:spaceId',
      at: `/space/${uuid(1)}`,
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Space not found' })).toBeTruthy()
  })
})

describe('a new space', () => {
  test('gets a suggestion for an invalid name', async () => {
    showCreate()
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), 'Žluťoučký kůň')
    await user.click(await button('Create space'))
    expect(await screen.findByText("Input doesn't match the required pattern.")).toBeTruthy()
    await user.click(await button('Use the suggested name zlutoucky-kun'))
    expect(await nameInput()).toHaveProperty('value', 'zlutoucky-kun')
    await waitFor(() => expect(screen.queryByText("Input doesn't match the required pattern.")).toBeNull())
  })

  test('needs a name', async () => {
    showCreate()
    await userEvent.click(await button('Create space'))
    expect(await screen.findByText('name required')).toBeTruthy()
    expect(line.sent).toEqual([])
  })

  test('is sent once, however often it is submitted, and opens its devices', async () => {
    let answer: (value?: undefined) => void = () => undefined
    const held = new Promise<undefined>((resolve) => {
      answer = resolve
    })
    line.interrupt = ({ method }) => (method === 'POST' ? held : undefined)
    showCreate()
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), 'cellar{Enter}')
    await waitFor(() => expect(line.sent).toHaveLength(1))
    await user.keyboard('{Control>}{Enter}{/Control}')
    answer()
    await waitFor(() => expect(address()).toMatch(/^\/space\/.*\/devices$/))
    expect(screen.getByText('Space created')).toBeTruthy()
    expect(line.sent).toMatchObject([{ method: 'POST', path: '/spaces', body: { name: 'cellar' } }])
  })

  test('keeps its dialog open with all typed values when it fails', async () => {
    refuse(409, 'too many spaces')
    showCreate()
    await userEvent.type(await nameInput(), 'cellar{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('too many spaces')
    expect(await nameInput()).toHaveProperty('value', 'cellar')
    expect(address()).toBe('/spaces')
  })
})

test('an invitation can be accepted from the list', async () => {
  line = connect(server, await aMember(server, space, 'user', { invited: true }))
  const invited = (await line.client.call(api.spaces.list.answer, 'GET', '/spaces')).find(
    ({ id }) => id === space.id,
  )
  if (!invited) throw new Error('the invitation is not listed')
  showPage(spaceFields.invited.show(invited), { client: line.client, path: '/spaces', at: '/spaces' })
  expect(screen.getByText('Invited')).toBeTruthy()
  await userEvent.click(await button(`Accept the invitation to ${space.name}`))
  expect(await screen.findByText(`You have joined ${space.name}`)).toBeTruthy()
  expect(await stored()).toMatchObject({ invited: false, user_role: 'user' })
})

test('the list says how many devices of a space are silent or late, and leads to them', async () => {
  const show = async () =>
    showPage(<SpaceState space={await stored()} />, {
      client: line.client,
      path: '/spaces',
      at: '/spaces',
      capabilities: [STATE_CAPABILITY],
    })
  const device = await aDevice(server, space)
  await show()
  expect(await screen.findByText('None silent or late')).toBeTruthy()
  cleanup()
  await setLastUplink(server, device, 185)
  await show()
  const link = await screen.findByRole('link', { name: `${space.name}: 1 silent or late` })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('"state":["silent","late"]')
})

describe('the recent changes on the info page', () => {
  const CAPABILITIES = [spaceAuditApi.list.capability]
  const asked = () => line.calls.filter(({ path }) => path.includes('/audit'))
  const changes = () => screen.queryByRole('heading', { name: 'Recent changes' })
  const show = async (capabilities: string[]) =>
    showPage(<SpacePage />, {
      client: line.client,
      resource: spaces,
      path: '/space/:spaceId',
      at: PAGE(),
      space: await stored(),
      capabilities,
    })

  test('are shown to admins of the space', async () => {
    await show(CAPABILITIES)
    expect(await screen.findByRole('heading', { name: 'Recent changes' })).toBeTruthy()
    await waitFor(() => expect(asked()).not.toEqual([]))
  })

  test('are neither shown nor requested for other people', async () => {
    line = connect(server, await aMember(server, space, 'user'))
    await show(CAPABILITIES)
    await screen.findByRole('heading', { level: 1, name: space.name })
    expect(changes()).toBeNull()
    expect(asked()).toEqual([])
  })

  test('are missing on a server without an audit log', async () => {
    await show([])
    await screen.findByRole('heading', { level: 1, name: space.name })
    expect(changes()).toBeNull()
    expect(asked()).toEqual([])
  })
})

describe('in the console', () => {
  const open = (at: string) => openConsole(server, at, { person: space.owner })
  const title = (name: string) => screen.findByRole('heading', { level: 1, name })
  const user = userEvent.setup({ delay: null })

  test('a new space opens, and going back leads to the list without the dialog', async () => {
    open('/spaces')
    await user.click(await button('Create space'))
    await user.type(await nameInput(), 'harbour{Enter}')
    await screen.findByText(/There are no devices here\. Please use the button/)
    expect(window.location.pathname).toMatch(/^\/space\/[^/]+\/devices$/)
    await user.click(await button('Space harbour'))
    expect(await screen.findByRole('option', { name: /harbour/ })).toBeTruthy()
    await user.keyboard('{Escape}')

    window.history.back()
    await title('Spaces')
    expect(window.location.pathname + window.location.search).toBe('/spaces')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('discarding twice at once leaves the edit mode, which can be entered again', async () => {
    open(`${PAGE()}?edit=true`)
    await user.dblClick(await button('Discard changes'))
    await user.click(await button('Edit'))
    await waitFor(() => expect(window.location.search).toBe('?edit=true'))
    expect(await nameInput()).toBeTruthy()
  })

  test('a person at the limit of spaces gets a message', async () => {
    const admin = await aUser(own, { systemRole: 'admin' })
    const body = { second_factor: 'optional', spaces_per_account: 1 }
    const saved = await own.call('PUT', '/admin/settings', { token: admin.token, body })
    expect(saved.status).toBe(200)
    const { owner } = await aSpace(own)
    openConsole(own, '/spaces?create=true', { person: owner })
    await user.type(await nameInput(), 'one-more{Enter}')
    await screen.findByText(/the limit of this server for the spaces of one account is 1/i)
  })
})
