import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminUsersApi } from '#contract/admin'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import { profileApi } from '#contract/profile'
import { aDevice, aMember, aSpace, aUser, type TestUser } from '../../../tests/support/builders'
import { address, connect, refusal, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { adminUsers } from '.'
import AdminUserList from './AdminUserList'
import AdminUserPage from './AdminUserPage'

const server = await serve()
const user = userEvent.setup({ delay: null })

let admin: TestUser
let person: TestUser
let line: ReturnType<typeof connect>

beforeEach(async () => {
  admin = await aUser(server, { systemRole: 'admin' })
  person = await aUser(server, { firstname: 'Žofie', lastname: 'Křížová' })
  line = connect(server, admin)
})

const profile = () => line.client.call(profileApi.get.answer, 'GET', '/profile')
const stored = ({ id }: TestUser) => line.client.call(adminUsersApi.get.answer, 'GET', `/admin/users/${id}`)

const showList = async (search = '') =>
  showPage(<AdminUserList />, {
    client: line.client,
    resource: adminUsers,
    path: '/users',
    at: `/users${search}`,
    capabilities: [LIST_FILTERS_CAPABILITY],
    profile: await profile(),
  })
const show = async ({ id }: Pick<TestUser, 'id'>, search = '') =>
  showPage(<AdminUserPage />, {
    client: line.client,
    resource: adminUsers,
    path: '/users/:id',
    at: `/users/${id}${search}`,
    profile: await profile(),
  })
const edit = (who: Pick<TestUser, 'id'>) => show(who, '?edit=true')

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => user.click(await button(name))
const email = () => screen.findByRole('textbox', { name: /E-mail/ })
const row = async ({ email }: TestUser) => screen.findByRole('row', { name: new RegExp(email) })
const of = (who: TestUser) => `?filter=${JSON.stringify({ text: who.email })}`

async function chooseRole(name: 'User' | 'Admin') {
  await user.click(await screen.findByRole('combobox', { name: /System role/ }))
  await user.click(await screen.findByRole('option', { name }))
}

describe('the list', () => {
  test('shows people, and the first of their spaces', async () => {
    await showList(of(person))
    const found = await row(person)
    expect(found.textContent).toMatch(/User.*Žofie.*Křížová/)
    expect(within(found).getByRole('link', { name: person.email }).getAttribute('href')).toBe(
      `/users/${person.id}`,
    )
    const [space] = (await stored(person)).spaces
    expect(within(found).getByRole('link', { name: space?.name }).getAttribute('href')).toBe(
      `/space/${space?.id}`,
    )
    expect(found.textContent).not.toContain('more')
  })

  test.each([
    [1, '+1 more space'],
    [2, '+2 more spaces'],
  ])('names all spaces when there are %i more', async (count, text) => {
    const spaces = []
    for (let i = 0; i < count; i++) {
      const space = await aSpace(server)
      await aMember(server, space, 'user', { user: person })
      spaces.push(space.name)
    }
    await showList(of(person))
    const found = await row(person)
    // The part that shows them may still be loading.
    const tip = await waitFor(async () => {
      await user.hover(within(found).getByRole('link', { name: text }))
      return screen.getByRole('tooltip')
    })
    const all = (await stored(person)).spaces.map(({ name }) => name)
    expect(
      within(tip)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(all)
    expect(all).toEqual(expect.arrayContaining(spaces))
  })

  test('filters and sorts on the server', async () => {
    const filter = JSON.stringify({ text: 'krizova', system_role: ['user'] })
    await showList(`?sort=lastname&order=DESC&filter=${filter}`)
    await row(person)
    expect(line.calls.find(({ path }) => path === '/admin/users')?.query).toMatchObject({
      text: 'krizova',
      system_role: 'user',
      sort_by: 'lastname',
      order_by: 'desc',
    })
  })
})

describe('the page of a person', () => {
  test('shows their details, and every space with the role in it', async () => {
    const space = await aSpace(server)
    await aMember(server, space, 'user', { user: person })
    await show(person)
    expect(await screen.findByRole('heading', { level: 1, name: person.email })).toBeTruthy()
    expect(screen.getByText(person.id)).toBeTruthy()
    const items = within(screen.getByRole('region', { name: 'Spaces' })).getAllByRole('listitem')
    const [own, joined] = items.toSorted(({ textContent: a }) => (a.includes(space.name) ? 1 : -1))
    expect(own?.textContent).toMatch(/Admin$/)
    expect(joined?.textContent).toBe(`${space.name}User`)
  })

  test('says when the person does not exist', async () => {
    await show({ id: crypto.randomUUID() })
    expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeTruthy()
  })
})

describe('editing', () => {
  test('sends the changes, and returns to the view', async () => {
    await edit(person)
    await user.type(await screen.findByRole('textbox', { name: 'Company' }), 'Lípa')
    await user.clear(await screen.findByRole('textbox', { name: 'First name' }))
    await chooseRole('Admin')
    await press('Save')
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(line.sent).toEqual([
      expect.objectContaining({
        method: 'PUT',
        path: `/admin/users/${person.id}`,
        body: { system_role: 'admin', firstname: null, company: 'Lípa' },
      }),
    ])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await waitFor(() => expect(address()).toBe(`/users/${person.id}`))
  })

  test.each(['', 'petra', 'petra@'])('asks for a valid e-mail in place of "%s"', async (typed) => {
    await edit(person)
    await user.clear(await email())
    if (typed) await user.type(await email(), typed)
    await press('Save')
    expect(await screen.findByText('A valid e-mail is required')).toBeTruthy()
    expect(line.sent).toEqual([])
  })

  test('keeps typed values when the address belongs to somebody else', async () => {
    await edit(person)
    await user.clear(await email())
    await user.type(await email(), admin.email)
    await press('Save')
    expect(
      await screen.findByText(/Your changes were not saved\..*Another account has this e-mail address/),
    ).toBeTruthy()
    await press('Restore')
    expect(await email()).toHaveProperty('value', admin.email)
    expect(await stored(person)).toMatchObject({ email: person.email })
  })
})

describe('the own account', () => {
  test('gives up the role only after a question, and then sees the spaces', async () => {
    await edit(admin)
    await chooseRole('User')
    await press('Save')
    const dialog = await screen.findByRole('alertdialog', { name: 'Give up the system admin role?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(line.sent).toEqual([])

    await press('Save')
    await press('Become a user')
    await waitFor(() => expect(address()).toBe('/spaces'))
    expect((await profile()).system_role).toBe('user')
  })

  test('cannot be deleted here, and the page says why', async () => {
    await edit(admin)
    const removal = await button('Delete')
    expect(removal.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('You cannot delete your own account here.')).toBeTruthy()
  })

  test('keeps the role as the last system administrator, and the page says why', async () => {
    line.interrupt = ({ path, query }) =>
      path === '/admin/users' && query?.system_role === 'admin' ? Response.json([]) : undefined
    await edit(admin)
    expect(await screen.findByText(/This is the last system administrator/)).toBeTruthy()
    const role = await screen.findByRole('combobox', { name: /System role/ })
    expect(role.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a deletion', () => {
  const typeName = async (typed: string) =>
    user.type(await screen.findByRole('textbox', { name: /To confirm/ }), typed)
  const confirm = async () => user.click(within(await dialog()).getByRole('button', { name: 'Delete' }))
  const dialog = () => screen.findByRole('alertdialog', { name: `Delete the user ${person.email}?` })

  test('shows the fate of the spaces, and asks for the address', async () => {
    const shared = await aSpace(server, person)
    await aDevice(server, shared)
    const own = (await stored(person)).spaces.find(({ id }) => id !== shared.id)
    await edit(person)
    await press('Delete')
    expect((await dialog()).textContent).toContain(`The space ${own?.name} is deleted too`)
    expect((await dialog()).textContent).toContain(`The space ${shared.name} stays, without an admin.`)
    await confirm()
    expect(line.sent).toEqual([])

    await typeName(person.email)
    await confirm()
    await waitFor(() => expect(address()).toBe('/users'))
    expect(await screen.findByText('User deleted')).toBeTruthy()
    expect(line.sent).toMatchObject([{ method: 'DELETE', path: `/users/${person.id}` }])
    await expect(stored(person)).rejects.toMatchObject({ status: 404 })
  })

  test('that fails shows the reason, and the person stays', async () => {
    line.interrupt = ({ method }) =>
      method === 'DELETE' ? refusal(409, 'this is the last system administrator') : undefined
    await edit(person)
    await press('Delete')
    await typeName(`${person.email}{Enter}`)
    expect(await screen.findByText('this is the last system administrator')).toBeTruthy()
    expect(await stored(person)).toMatchObject({ email: person.email })
  })
})
