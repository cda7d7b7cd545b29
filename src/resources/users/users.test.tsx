import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { usersApi } from '#contract/users'
import { openConsole, press as pressInFront } from '../../../tests/support/app'
import { aMember, aSpace, type TestSpace, type TestUser } from '../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { users } from '.'
import { isLastAdmin } from './lastAdmin'
import UserList from './UserList'
import UserPage from './UserPage'

const server = await serve()
const user = userEvent.setup({ delay: null })

let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

const everyone = () => `/spaces/${space.id}/users`
const stored = (id: string) => line.client.call(usersApi.get.answer, 'GET', `${everyone()}/${id}`)
/** Invites a person without an account. */
const invite = () =>
  line.client.call(usersApi.invite.answer, 'POST', `${everyone()}/invite`, {
    body: { email: `${crypto.randomUUID()}@example.com`, space_role: 'user' },
  })

const showList = (search = '', capabilities?: string[]) =>
  showInSpace(<UserList />, {
    client: line.client,
    space,
    resource: users,
    path: '/users',
    at: `/users${search}`,
    capabilities,
  })

const show = ({ id }: Pick<TestUser, 'id'>, search = '', capabilities?: string[]) =>
  showInSpace(<UserPage />, {
    client: line.client,
    space,
    resource: users,
    path: '/users/:id',
    at: `/users/${id}${search}`,
    capabilities,
  })

const edit = (person: Pick<TestUser, 'id'>) => show(person, '?edit=true')
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => pressInFront(user, name)
const roleSelect = () => screen.findByRole('combobox', { name: /Space role/ })
const reasonOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

async function chooseRole(name: 'User' | 'Admin') {
  await user.click(await roleSelect())
  await user.click(await screen.findByRole('option', { name }))
}

describe('the list of users', () => {
  test('shows who is in the space, with their role and whether they have accepted', async () => {
    const member = await aMember(server, space, 'user')
    const invited = await aMember(server, space, 'admin', { invited: true })
    await showList()
    const row = async (email: string) => screen.findByRole('row', { name: new RegExp(email) })
    expect((await row(member.email)).textContent).toMatch(/User.*Accepted/)
    expect((await row(invited.email)).textContent).toMatch(/Admin.*Sent/)
    const link = within(await row(member.email)).getByRole('link', { name: member.email })
    expect(link.getAttribute('href')).toBe(`/space/${space.id}/users/${member.id}`)
    expect(screen.queryByRole('columnheader', { name: 'First name' })).toBeNull()
  })

  test('filters by role and by status', async () => {
    const member = await aMember(server, space, 'user')
    const invited = await aMember(server, space, 'user', { invited: true })
    await showList(`?filter=${JSON.stringify({ space_role: ['user'], space_invited: ['true'] })}`)
    expect(await screen.findByRole('link', { name: invited.email })).toBeTruthy()
    expect(screen.queryByRole('link', { name: member.email })).toBeNull()
    expect(screen.queryByRole('link', { name: space.owner.email })).toBeNull()
  })

  test('says when the e-mail of an invitation has failed', async () => {
    const { id } = await invite()
    line.interrupt = ({ path }) =>
      path.endsWith('/invitations')
        ? Response.json([{ user_id: id, mail_state: 'failed', sent_at: null, error: 'mailbox full' }])
        : undefined
    await showList('', [usersApi.invitations.capability])
    expect(await screen.findByLabelText('The e-mail could not be sent: mailbox full')).toBeTruthy()
  })

  test('requests no invitations from a server without them', async () => {
    await invite()
    await showList('', [])
    expect(await screen.findByText('Sent')).toBeTruthy()
    expect(line.calls.filter(({ path }) => path.endsWith('/invitations'))).toEqual([])
  })
})

describe('a new invitation', () => {
  const email = () => screen.findByRole('textbox', { name: /E-mail/ })
  const send = () => press('Invite user')

  test('sends the address without spaces, confirms it and stays on the list', async () => {
    await showList('?create=true')
    expect((await roleSelect()).textContent).toBe('User')
    await user.type(await email(), '  petra@example.com ')
    await chooseRole('Admin')
    await send()
    expect(await screen.findByText('User has been invited to the space')).toBeTruthy()
    expect(line.sent).toMatchObject([
      {
        method: 'POST',
        path: `${everyone()}/invite`,
        body: { email: 'petra@example.com', space_role: 'admin' },
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe(`/space/${space.id}/users`)
    expect(await screen.findByRole('link', { name: 'petra@example.com' })).toBeTruthy()
  })

  test.each(['', 'petra', 'petra@'])('asks for a valid e-mail in place of "%s"', async (typed) => {
    await showList('?create=true')
    if (typed) await user.type(await email(), typed)
    await send()
    expect(await screen.findByText('A valid e-mail is required')).toBeTruthy()
    expect(line.sent).toEqual([])
  })

  test('for a person who is in the space says so at the address, with all typed values', async () => {
    const member = await aMember(server, space, 'user')
    await showList('?create=true')
    await user.type(await email(), member.email)
    await send()
    expect(await screen.findByText('This person is already in the space or invited to it')).toBeTruthy()
    expect(await email()).toHaveProperty('value', member.email)
  })

  test('needs the permission', async () => {
    line = connect(server, await aMember(server, space, 'user'))
    await showList('?create=true')
    const invite = await button('Invite user')
    expect(invite.getAttribute('aria-disabled')).toBe('true')
    expect(reasonOf(invite)).toBe('Your role does not allow this.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a user', () => {
  test('shows identifier, e-mail, role and status', async () => {
    const invited = await aMember(server, space, 'user', { invited: true })
    await show({ id: invited.listedId })
    expect(await screen.findByRole('heading', { level: 1, name: invited.email })).toBeTruthy()
    expect(screen.getByText(invited.listedId)).toBeTruthy()
    expect(screen.getByText('Sent')).toBeTruthy()
  })

  test('gets another role, which alone is sent', async () => {
    const member = await aMember(server, space, 'user')
    await edit(member)
    await chooseRole('Admin')
    await press('Save')
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(line.sent.map(({ body }) => body)).toEqual([{ space_role: 'admin' }])
    expect(await stored(member.id)).toMatchObject({ space_role: 'admin' })
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/users/${member.id}`))
  })

  test('is removed after a confirmation, and the list opens', async () => {
    const member = await aMember(server, space, 'user')
    await edit(member)
    await press('Delete')
    const dialog = await screen.findByRole('alertdialog', { name: `Remove ${member.email} from the space?` })
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/users`))
    await expect(stored(member.id)).rejects.toMatchObject({ status: 404 })
  })

  test('who is only invited loses the invitation', async () => {
    const invited = await aMember(server, space, 'user', { invited: true })
    await edit({ id: invited.listedId })
    await press('Delete')
    const dialog = await screen.findByRole('alertdialog', { name: `Remove ${invited.email} from the space?` })
    expect(dialog.textContent).toContain('The invitation is withdrawn')
    expect(dialog.textContent).not.toContain('They lose access')
  })

  test('who does not exist is not found', async () => {
    await show({ id: space.id })
    expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeTruthy()
  })
})

describe('the last admin', () => {
  const LAST = 'This is the last admin of the space. Make someone else an admin first.'

  test('is the only admin who has accepted', () => {
    const member = (id: string, space_role: 'user' | 'admin', space_invited = false) => ({
      id,
      space_role,
      space_invited,
      ends_at: null,
      tags: [],
      permissions: null,
    })
    const anna = member('anna', 'admin')
    expect(isLastAdmin(anna, [anna, member('ben', 'user'), member('eva', 'admin', true)])).toBe(true)
    expect(isLastAdmin(anna, [anna, member('ben', 'admin')])).toBe(false)
    expect(
      isLastAdmin(anna, [anna, { ...member('ben', 'admin'), ends_at: '2030-01-01T00:00:00.000Z' }]),
    ).toBe(true)
    expect(isLastAdmin(member('ben', 'user'), [anna])).toBe(false)
    expect(isLastAdmin(member('eva', 'admin', true), [member('eva', 'admin', true)])).toBe(false)
  })

  test('can be neither demoted nor removed, and the page says why', async () => {
    await edit(space.owner)
    expect(await screen.findByText(LAST, { selector: 'p' })).toBeTruthy()
    const select = await roleSelect()
    expect(select.getAttribute('aria-disabled')).toBe('true')
    expect(reasonOf(select)).toBe(LAST)
    await user.click(select)
    expect(screen.queryByRole('option')).toBeNull()
    const remove = await button('Delete')
    expect(reasonOf(remove)).toBe(LAST)
    await user.click(remove)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('gets the reason of the server when the list is unknown', async () => {
    line.interrupt = ({ method, path }) =>
      method === 'GET' && path === everyone() ? refusal(500, 'broken') : undefined
    await edit(space.owner)
    await press('Delete')
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('this is the last admin of the space')).toBeTruthy()
    expect(await stored(space.owner.id)).toMatchObject({ space_role: 'admin' })
  })
})

describe('the own membership', () => {
  beforeEach(async () => {
    await aMember(server, space, 'admin')
  })

  test('gives up the admin role only after a confirmation', async () => {
    await edit(space.owner)
    await chooseRole('User')
    await press('Save')
    const dialog = await screen.findByRole('alertdialog', { name: 'Give up the admin role?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(line.sent).toEqual([])

    await press('Save')
    await press('Become a user')
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(line.sent.map(({ body }) => body)).toEqual([{ space_role: 'user' }])
  })

  test('can be ended after a list of the effects, and the list of spaces opens', async () => {
    await edit(space.owner)
    await press('Delete')
    const dialog = await screen.findByRole('alertdialog', { name: `Leave the space ${space.name}?` })
    expect(dialog.textContent).toContain('You lose access')
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/spaces'))
    expect(screen.getByText('You have left the space')).toBeTruthy()
  })
})

describe('an invitation', () => {
  const OFFERED = [usersApi.invitations.capability]
  let id: string
  beforeEach(async () => {
    ;({ id } = await invite())
    line.calls.length = 0
  })
  const answerWith = (state: object) => {
    line.interrupt = ({ path }) =>
      path.endsWith('/invitations')
        ? Response.json([{ user_id: id, sent_at: null, error: null, ...state }])
        : undefined
  }

  test.each([
    ['waiting', {}, 'Waiting to be sent'],
    ['sent', { sent_at: '2026-01-02T03:04:05.678Z' }, /^Sent 2 Jan 2026/],
    ['outbox', {}, /^Not sent: this server has no mail server/],
    ['waiting', { error: 'host is away' }, /^The server will try again because .* host is away$/],
    ['failed', { error: 'mailbox full' }, 'The e-mail could not be sent: mailbox full'],
    ['unknown', { error: 'connection cut' }, 'Unknown whether it was sent: connection cut'],
  ])('shows that its e-mail is %s', async (mail_state, more, words) => {
    answerWith({ mail_state, ...more })
    await show({ id }, '', OFFERED)
    const section = await screen.findByRole('region', { name: 'Invitation' })
    await waitFor(() => expect(within(section).getByRole('definition').textContent).toMatch(words))
  })

  test('can be sent again', async () => {
    await show({ id }, '', OFFERED)
    await press('Resend')
    expect(await screen.findByText('The e-mail will be sent again')).toBeTruthy()
    expect(line.sent).toMatchObject([{ method: 'POST', path: `${everyone()}/${id}/invitation` }])
  })

  test('can be passed on as a link, with its purpose', async () => {
    await show({ id }, '', OFFERED)
    await press('Copy link')
    expect(await screen.findByText('Invitation link copied')).toBeTruthy()
    expect(screen.getByText(/still need to verify their e-mail address/)).toBeTruthy()
    expect(await navigator.clipboard.readText()).toMatch(/\/invitation\?id=/)
  })

  test('shows the link when the browser does not copy it', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await show({ id }, '', OFFERED)
    await press('Copy link')
    expect(await screen.findByText(/\/invitation\?id=.*token=/)).toBeTruthy()
  })

  test('is shown only to people who may invite', async () => {
    line = connect(server, await aMember(server, space, 'user'))
    await show({ id }, '', OFFERED)
    for (const name of ['Resend', 'Copy link'])
      expect(reasonOf(await button(name))).toBe('Your role does not allow this.')
  })

  test('has no section on a server without it, nor once it is accepted', async () => {
    const { unmount } = await show({ id }, '', [])
    expect(await screen.findByText('Sent')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Invitation' })).toBeNull()
    unmount()
    await show(space.owner, '', OFFERED)
    expect(await screen.findByText('Accepted')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Invitation' })).toBeNull()
  })
})

describe('in the console', () => {
  const open = (at: string, person: TestUser) => openConsole(server, `/space/${space.id}${at}`, { person })

  test('an admin who becomes a user meanwhile gets to the spaces, and then sees what they may not do', {
    tags: 'heavy',
  }, async () => {
    const admin = await aMember(server, space, 'admin')
    const { line: calls } = open('/devices', admin)
    await press('Create device')
    const form = within(await screen.findByRole('dialog', { name: 'Create a device' }))
    await server.call('PUT', `/spaces/${space.id}/users/${admin.id}`, {
      token: space.owner.token,
      body: { space_role: 'user' },
    })
    await user.type(await form.findByLabelText(/^Name/), 'too-late')
    await user.type(form.getByLabelText(/^Serial number/), '1234567890')
    await user.type(form.getByLabelText(/^Claim token/), '0123456789abcdef0123456789abcdef')
    await user.click(form.getByRole('button', { name: 'Create device' }))

    await screen.findByRole('heading', { level: 1, name: 'Spaces' })
    await user.click(await screen.findByRole('link', { name: space.name }))
    await screen.findByText('There are no devices here. Only admins of this space can create one.')
    const create = screen.getByRole('button', {
      name: 'Create device',
      description: 'Your role does not allow this.',
    })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    expect(calls.denied).toHaveLength(1)
  })

  test('an admin who gives up the role continues as a user without a denied call', async () => {
    await aMember(server, space, 'admin')
    const { line: calls } = open(`/users/${space.owner.id}?edit=true`, space.owner)
    await chooseRole('User')
    await press('Save')
    await press('Become a user')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Edit' }).getAttribute('aria-disabled')).toBe('true'),
    )
    await waitFor(() => expect(calls.open).toBe(0))
    expect(calls.denied).toEqual([])
  })
})
