import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Space } from '#contract/spaces'
import { address, type Call, clientOf, showPage, spaceOf, uuid } from '../../../tests/support/console'
import { setToken } from '../../authProvider/session'
import { ApiError } from '../../dataProvider/client'
import { Invitation } from './cells'
import SpaceCreate from './SpaceCreate'
import SpacePage from './SpacePage'

const space = spaceOf()
const PAGE = `/space/${space.id}`
const refuse = (status: number, body: string) => new ApiError(status, body, Date.now())

let saved: Space
let answer: (call: Call) => unknown
const client = clientOf((call) => answer(call))

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  client.sent.length = 0
  saved = space
  answer = ({ method, body }) => {
    if (method === 'PUT') saved = spaceOf({ name: JSON.parse(JSON.stringify(body)).name })
    return saved
  }
})
afterEach(cleanup)

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const nameInput = () => screen.findByRole('textbox', { name: 'Name' })
const showInfo = (at = PAGE, role: Space['user_role'] = 'admin') =>
  showPage(<SpacePage />, { client, path: '/space/:spaceId', at, space: spaceOf({ user_role: role }) })

const showCreate = () =>
  showPage(<SpaceCreate open onClose={() => undefined} />, { client, path: '/spaces', at: '/spaces' })

async function rename(name: string) {
  const user = userEvent.setup({ delay: null })
  await user.clear(await nameInput())
  await user.type(await nameInput(), name)
  await user.click(await button('Save'))
  return user
}

describe('the space info page', () => {
  test('shows name and id, each with a copy action', async () => {
    showInfo()
    expect(await screen.findByRole('heading', { level: 1, name: 'greenhouse' })).toBeTruthy()
    expect(screen.getByText(space.id)).toBeTruthy()
    expect(await button('Copy id')).toBeTruthy()
    expect(await button('Copy name')).toBeTruthy()
  })

  test('renames the space and returns to the view', async () => {
    showInfo()
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Edit'))
    expect(address()).toBe(`${PAGE}?edit=true`)
    await rename('glasshouse')
    expect(await screen.findByRole('heading', { level: 1, name: 'glasshouse' })).toBeTruthy()
    expect(client.sent).toEqual([
      { method: 'PUT', path: `/spaces/${space.id}`, body: { name: 'glasshouse' } },
    ])
    await waitFor(() => expect(address()).toBe(PAGE))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })))
  })

  test('keeps what was typed when saving fails, and brings it back with the reason', async () => {
    answer = ({ method }) => {
      if (method === 'PUT') throw refuse(400, 'name is taken')
      return space
    }
    showInfo(`${PAGE}?edit=true`)
    const user = await rename('glasshouse')
    expect(await screen.findByText('Your changes were not saved. name is taken')).toBeTruthy()
    expect(address()).toBe(PAGE)
    await user.click(await button('Restore'))
    expect(await nameInput()).toHaveProperty('value', 'glasshouse')
    expect(await screen.findByText('name is taken', { selector: 'p' })).toBeTruthy()
  })

  test('keeps nothing of what was discarded', async () => {
    showInfo(`${PAGE}?edit=true`)
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), '-two')
    await user.click(await button('Discard changes'))
    expect(await button('Edit')).toBeTruthy()
    expect(screen.queryByText(/Your changes were not saved/)).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('offers what was typed after the session ended in the middle of an edit', async () => {
    setToken('expired', true)
    answer = ({ method }) => {
      if (method === 'PUT') throw refuse(401, 'forbidden: bad bearer token')
      return space
    }
    const { unmount } = showInfo(`${PAGE}?edit=true`)
    const user = await rename('glasshouse')
    await waitFor(() => expect(address()).toBe('/login'))
    unmount()

    showInfo(`${PAGE}?edit=true`)
    await user.click(await button('Restore'))
    expect(await nameInput()).toHaveProperty('value', 'glasshouse')
  })

  test('offers what was typed before the page was left', async () => {
    const { unmount } = showInfo(`${PAGE}?edit=true`)
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), '-two')
    unmount()
    showInfo()
    expect(await screen.findByText('Your changes were not saved.')).toBeTruthy()
    await user.click(await button('Discard'))
    await waitFor(() => expect(screen.queryByText('Your changes were not saved.')).toBeNull())
  })

  test('tells a person who may not edit why', async () => {
    showInfo(`${PAGE}?edit=true`, 'user')
    const edit = await button('Edit')
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(edit.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Your role does not allow this.')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('deletes the space once that is confirmed', async () => {
    showInfo(`${PAGE}?edit=true`)
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Delete'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete the space greenhouse?' })
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(client.sent).toEqual([])

    await user.click(await button('Delete'))
    await screen.findByRole('alertdialog')
    await user.click(await button('Delete'))
    await waitFor(() => expect(address()).toBe('/spaces'))
    expect(client.sent).toEqual([{ method: 'DELETE', path: `/spaces/${space.id}`, body: undefined }])
  })

  test('of an unknown space says that there is none', async () => {
    answer = () => {
      throw refuse(404, 'not found')
    }
    showInfo()
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeTruthy()
  })
})

describe('creating a space', () => {
  test('suggests a name for what cannot be one', async () => {
    showCreate()
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), 'Žluťoučký kůň')
    await user.click(await button('Create space'))
    expect(await screen.findByText("Input doesn't match the required pattern.")).toBeTruthy()
    await user.click(await button('Use the suggested name zlutoucky-kun'))
    expect(await nameInput()).toHaveProperty('value', 'zlutoucky-kun')
    await waitFor(() => expect(screen.queryByText("Input doesn't match the required pattern.")).toBeNull())
  })

  test('asks for a name', async () => {
    showCreate()
    await userEvent.click(await button('Create space'))
    expect(await screen.findByText('name required')).toBeTruthy()
    expect(client.sent).toEqual([])
  })

  test('sends it once, however often it is submitted, and opens its devices', async () => {
    const waiting: ((created: Space) => void)[] = []
    answer = () => new Promise<Space>((resolve) => waiting.push(resolve))
    showCreate()
    const user = userEvent.setup({ delay: null })
    await user.type(await nameInput(), 'cellar{Enter}')
    await waitFor(() => expect(client.sent).toHaveLength(1))
    await user.keyboard('{Control>}{Enter}{/Control}')
    waiting[0]?.(spaceOf({ id: uuid(11), name: 'cellar' }))
    await waitFor(() => expect(address()).toBe(`/space/${uuid(11)}/devices`))
    expect(client.sent).toEqual([
      {
        method: 'POST',
        path: '/spaces',
        body: { id: expect.any(String), created_at: expect.any(String), name: 'cellar' },
      },
    ])
  })

  test('stays open with all that was typed when it fails', async () => {
    answer = () => {
      throw refuse(409, 'too many spaces')
    }
    showCreate()
    await userEvent.type(await nameInput(), 'cellar{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('too many spaces')
    expect(await nameInput()).toHaveProperty('value', 'cellar')
    expect(address()).toBe('/spaces')
  })
})

test('an invitation can be accepted from the list', async () => {
  const invited = spaceOf({ invited: true })
  answer = () => spaceOf()
  showPage(<Invitation space={invited} />, { client, path: '/spaces', at: '/spaces' })
  expect(screen.getByText('Invited')).toBeTruthy()
  await userEvent.click(await button('Accept the invitation to greenhouse'))
  expect(await screen.findByText('You have joined greenhouse')).toBeTruthy()
  expect(client.sent).toEqual([{ method: 'PUT', path: `/spaces/${space.id}/accept`, body: undefined }])
})
