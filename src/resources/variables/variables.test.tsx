import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import { OPERATIONS_CAPABILITY } from '#contract/connectors'
import { SECRETS_CAPABILITY } from '#contract/variables'
import {
  aDevice,
  aMember,
  aSpace,
  aVariable,
  lockVariable,
  type TestSpace,
} from '../../../tests/support/builders'
import { address, connect, refusal, showInSpace, uuid } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { screenIs } from '../../../tests/support/table'
import { variables } from '.'
import { VariableCreate } from './VariableForms'
import VariableList from './VariableList'
import VariablePage from './VariablePage'

const server = await serve()
const NAME_ERROR = 'Variable name is required and should consist of 3 or more characters.'
const TOO_SHORT = 'Connectors get values of at least 4 characters.'
const SECRET = 'A0B1C2D3E4F5'

let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
  screenIs('wide')
})

const CAPABILITIES = [LIST_FILTERS_CAPABILITY, SECRETS_CAPABILITY]

const show = (part: ReactNode, at = '/variables', capabilities: string[] = CAPABILITIES) =>
  showInSpace(part, {
    capabilities,
    client: line.client,
    space,
    resource: variables,
    path: at === '/variables' ? at : '/variables/:id',
    at,
  })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string | RegExp) => screen.findByLabelText(name)
const stored = async () =>
  line.client.call(api.variables.list.answer, 'GET', `/spaces/${space.id}/variables`, {
    query: { limit: 1000 },
  })
const lock = (id: string) => lockVariable(server, id)
const asked = (part: string) => line.calls.filter(({ path }) => path.endsWith(part))
const link = (name: string) => screen.findByRole('link', { name })

describe('the list', () => {
  it('is paged by the server with cursors, and filters from three characters on', async () => {
    for (let i = 10; i < 35; i++) await aVariable(server, space, { name: `meter-${i}` })
    const user = userEvent.setup({ delay: null })
    await show(<VariableList />)
    expect(await link('meter-34')).toBeTruthy()
    await user.click(await button('Next page'))
    expect(await link('meter-24')).toBeTruthy()
    expect(await screen.findByText('11–20 of 25')).toBeTruthy()
    const pages = asked('/variables').map(({ query }) => [query?.limit, query?.offset])
    expect(pages).toEqual([
      ['10', undefined],
      ['10', (await stored())[9]?.id],
    ])
    const filter = await screen.findByLabelText('Name', { selector: 'input' })
    await user.type(filter, 'me')
    await user.type(filter, 'ter-17')
    expect(await link('meter-17')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'meter-24' })).toBeNull())
    const names = asked('/variables').flatMap(({ query }) => query?.name ?? [])
    expect(new Set(names)).toEqual(new Set(['meter-17']))
  })

  it('links to the device, and has a dash for a variable of the whole space', async () => {
    const device = await aDevice(server, space)
    await aVariable(server, space, { name: 'of-space' })
    await aVariable(server, space, { name: 'of-device', device_id: device.id })
    await show(<VariableList />)
    expect((await link(device.name)).getAttribute('href')).toBe(`/space/${space.id}/devices/${device.id}`)
    const row = (await link('of-space')).closest('tr')
    expect(row?.querySelector('td:nth-of-type(2)')?.textContent).toBe('–')
  })

  it('contains no value until a person requests it, and copies it without showing it', async () => {
    const user = userEvent.setup({ delay: null })
    await aVariable(server, space, { value: SECRET })
    await show(<VariableList />)
    await user.click(await button('Copy Value'))
    expect(await navigator.clipboard.readText()).toBe(SECRET)
    expect(document.body.innerHTML).not.toContain(SECRET)
    await user.click(await button('Show Value'))
    expect(await screen.findByText(SECRET)).toBeTruthy()
  })

  it('marks a locked variable in words, and does not offer to edit it', async () => {
    const { id, name } = await aVariable(server, space)
    await lock(id)
    await show(<VariableList />)
    expect(await screen.findByText('Locked')).toBeTruthy()
    fireEvent.click(await button(`Actions: ${name}`))
    const edit = await screen.findByRole('menuitem', { name: 'Edit' })
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    expect(edit.textContent).toContain('cannot be changed or deleted')
    expect(screen.queryByRole('link', { name: `Edit ${name}` })).toBeNull()
  })
})

describe('the selected variables', () => {
  it('are deleted at once, except locked ones', async () => {
    const user = userEvent.setup({ delay: null })
    for (const name of ['meter-1', 'meter-2']) await aVariable(server, space, { name })
    const { id } = await aVariable(server, space, { name: 'meter-3' })
    await lock(id)
    await show(<VariableList />)
    await link('meter-1')
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(await button('Delete'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 variables?' }))
    expect(dialog.getByText('1 of the selected variables is locked and stays.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete 2 variables' }))
    expect(await dialog.findByText('2 done')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'meter-1' })).toBeNull())
    expect((await stored()).map(({ name }) => name)).toEqual(['meter-3'])
  })
})

describe('the dialog for a new variable', () => {
  it('sends nothing while fields are missing, and names them in the words of the rules', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<VariableCreate open onClose={() => undefined} />)
    await user.type(await field(/^Name/), 'ab')
    await user.click(await button('Create variable'))
    expect(await screen.findByText(NAME_ERROR)).toBeTruthy()
    expect(screen.getAllByText('Required')).toHaveLength(2)
    expect(line.sent).toEqual([])
  })

  it('shows all refusals of the server at their fields, and others above', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<VariableCreate open onClose={() => undefined} />)
    await user.type(await field(/^Name/), 'token')
    await user.type(await field(/^Value/), 'abcdefgh')
    await user.type(await field(/^Environment/), 'wmbus')
    line.interrupt = ({ method }) =>
      method === 'POST'
        ? new Response('the space is closed; name is reserved; value is too simple', { status: 400 })
        : undefined
    await user.click(await button('Create variable'))
    expect(await screen.findByText('the space is closed')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('value is too simple')).toBeTruthy())
    expect(screen.getByText('name is reserved')).toBeTruthy()
    expect(document.activeElement).toBe(await field(/^Name/))
  })

  it('refuses a value for connectors that is too short to be masked', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<VariableCreate open onClose={() => undefined} />, '/variables', [OPERATIONS_CAPABILITY])
    await user.type(await field(/^Name/), 'token')
    await user.type(await field(/^Value/), 'abc')
    await user.type(await field(/^Environment/), 'erp')
    await user.click(await screen.findByRole('switch', { name: 'For connectors' }))
    await user.click(await button('Create variable'))
    await waitFor(() => expect(screen.getAllByText(TOO_SHORT)).toHaveLength(2))
    expect(line.sent).toEqual([])
    await user.type(await field(/^Value/), 'd')
    await user.click(await button('Create variable'))
    await waitFor(async () => expect((await stored()).map(({ name }) => name)).toEqual(['token']))
  })

  it('searches a device on the server by its serial number, and opens the new variable', async () => {
    const device = await aDevice(server, space, { name: 'valve-shaft-1' })
    const user = userEvent.setup({ delay: null })
    await show(<VariableCreate open onClose={() => undefined} />)
    await user.type(await field(/^Name/), '51370418')
    expect(asked('/devices')).toEqual([])
    const picker = screen.getByRole('combobox', { name: 'Device' })
    await user.click(picker)
    fireEvent.change(picker, { target: { value: device.serial_number.slice(2) } })
    await waitFor(() =>
      expect(asked('/devices').map(({ query }) => query?.serial_number)).toContain(
        device.serial_number.slice(2),
      ),
    )
    await user.click(await screen.findByRole('option', { name: /^valve-shaft-1/ }))
    const value = await field(/^Value/)
    await user.type(value, SECRET)
    await user.click(screen.getByRole('combobox', { name: /^Environment/ }))
    await user.click(await screen.findByRole('option', { name: 'wmbus' }))
    expect(value.getAttribute('type')).toBe('password')
    // Browsers neither offer known passwords, nor store it as one.
    expect(value.getAttribute('autocomplete')).toBe('new-password')
    await user.click(await button('Create variable'))
    await waitFor(() => expect(address()).not.toBe(`/space/${space.id}/variables`))
    const [created] = await stored()
    expect(address()).toBe(`/space/${space.id}/variables/${created?.id}`)
    const given = { name: '51370418', value: SECRET, environment: 'wmbus', comment: null }
    expect(created).toMatchObject({ ...given, device_id: device.id })
  })

  it('requests no devices while it is closed', async () => {
    await aVariable(server, space, { name: 'meter-1' })
    await show(<VariableList />)
    await link('meter-1')
    expect(asked('/devices')).toEqual([])
  })
})

describe('the page of a variable', () => {
  it('says when the variable does not exist', async () => {
    await show(<VariablePage />, `/variables/${uuid(101)}`)
    expect(await screen.findByRole('heading', { name: 'Variable not found' })).toBeTruthy()
  })

  it('shows everything except the value', async () => {
    const device = await aDevice(server, space)
    const { id } = await aVariable(server, space, { value: SECRET, device_id: device.id, comment: 'Cellar' })
    await show(<VariablePage />, `/variables/${id}`)
    expect(await link(device.name)).toBeTruthy()
    for (const text of [id, device.id, 'Cellar', 'wmbus', 'Created', 'Updated'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(document.body.innerHTML).not.toContain(SECRET)
  })

  it('sends the changes, with the exact value', async () => {
    const { id } = await aVariable(server, space, { name: '51370418', value: ' spaced ' })
    const user = userEvent.setup({ delay: null })
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    await user.type(await field(/^Comment/), 'Moved')
    await user.click(await button('Save'))
    await button('Edit')
    expect(line.sent.map(({ body }) => body)).toEqual([{ comment: 'Moved' }])
    expect(await stored()).toMatchObject([{ name: '51370418', value: ' spaced ', comment: 'Moved' }])
  })

  it('keeps a value that was rotated meanwhile', async () => {
    const { id } = await aVariable(server, space, { name: '51370418', value: SECRET })
    const user = userEvent.setup({ delay: null })
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    await user.type(await field(/^Comment/), 'Moved')
    await server.call('PUT', `/spaces/${space.id}/variables/${id}`, {
      token: space.owner.token,
      body: { value: 'rotated' },
    })
    await user.click(await button('Save'))
    expect(await screen.findByText(/changed “Value” in the meantime/)).toBeTruthy()
    expect(await stored()).toMatchObject([{ value: 'rotated', comment: 'Moved' }])
  })

  it('hides both values of a conflict until they are requested', async () => {
    const { id } = await aVariable(server, space, { value: 'first' })
    const user = userEvent.setup({ delay: null })
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    await user.clear(await field(/^Value/))
    await user.type(await field(/^Value/), SECRET)
    await server.call('PUT', `/spaces/${space.id}/variables/${id}`, {
      token: space.owner.token,
      body: { value: 'rotated' },
    })
    await user.click(await button('Save'))
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this too' })
    expect(dialog.innerHTML).not.toMatch(new RegExp(`rotated|${SECRET}`))
    const [mine] = within(dialog).getAllByRole('button', { name: 'Show Value' })
    await user.click(mine ?? dialog)
    expect(within(dialog).getByText(SECRET)).toBeTruthy()
    await user.click(within(dialog).getByRole('radio', { name: 'Yours' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await stored()).toMatchObject([{ value: SECRET }]))
  })

  it('keeps no value in a draft when saving fails', async () => {
    const { id } = await aVariable(server, space)
    line.interrupt = ({ method }) => (method === 'PUT' ? refusal(500, 'broken') : undefined)
    const user = userEvent.setup({ delay: null })
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    await user.clear(await field(/^Value/))
    await user.type(await field(/^Value/), SECRET)
    await user.type(await field(/^Comment/), 'Moved')
    await user.click(await button('Save'))
    expect(await button('Restore')).toBeTruthy()
    const kept = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage })).join('')
    expect(kept).toContain('Moved')
    expect(kept).not.toContain(SECRET)
  })

  it('has no edit mode for a locked one, and says why', async () => {
    const { id } = await aVariable(server, space)
    await lock(id)
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    expect((await button('Edit')).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText(/cannot be changed or deleted/)[0]).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('deletes it after a question', async () => {
    const { id, name } = await aVariable(server, space)
    const user = userEvent.setup({ delay: null })
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    await user.click(await button('Delete'))
    const question = await screen.findByRole('alertdialog', { name: `Delete the variable ${name}?` })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/variables`))
    expect(await stored()).toEqual([])
  })

  it('is read-only for a space user', async () => {
    const { id } = await aVariable(server, space)
    line = connect(server, await aMember(server, space, 'user'))
    await show(<VariablePage />, `/variables/${id}`)
    expect((await button('Edit')).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a secret', () => {
  it('is marked in the list', async () => {
    await aVariable(server, space, { name: 'TOKEN', value: SECRET, secret: true })
    await aVariable(server, space, { name: 'ADDRESS', value: SECRET })
    await show(<VariableList />)
    expect((await screen.findByRole('row', { name: /TOKEN/ })).textContent).toContain('TOKENSecret')
    expect(screen.getByRole('row', { name: /ADDRESS/ }).textContent).not.toContain('Secret')
  })

  it('accepts a typed value in place of its mask', async () => {
    const user = userEvent.setup({ delay: null })
    const { id } = await aVariable(server, space, { name: 'TOKEN', value: SECRET, secret: true })
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    const value = await screen.findByLabelText<HTMLInputElement>(/^Value/)
    await user.type(value, 'another', { initialSelectionStart: 3, initialSelectionEnd: 3 })
    expect(value.value).toBe('another')
    await user.clear(value)
    expect(value.value).toBe('')
  })

  it('is created and shown as one, and keeps its value until another is typed', async () => {
    const user = userEvent.setup({ delay: null })
    const { id } = await aVariable(server, space, { name: 'TOKEN', value: SECRET, secret: true })
    const { unmount } = await show(<VariablePage />, `/variables/${id}`)
    await screen.findByText('Yes: its value is never shown')
    expect(document.body.textContent).not.toContain(SECRET)
    expect(screen.queryByRole('button', { name: /Show value|Copy value/i })).toBeNull()
    unmount()
    await show(<VariablePage />, `/variables/${id}?edit=true`)
    const secret = await screen.findByRole('switch', { name: 'Secret' })
    await user.click(secret)
    expect(
      await screen.findByText('Anyone who can read the variables of this space sees the value.'),
    ).toBeTruthy()
    await user.click(await button('Save'))
    await screen.findByText('The value of a secret is never shown. Enter one that may be shown.')
    await user.click(secret)
    await user.type(await field('Comment'), 'of the gateway')
    await user.click(await button('Save'))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ secret: true, comment: 'of the gateway' }]),
    )
  })
})
