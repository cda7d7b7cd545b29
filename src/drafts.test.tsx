import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { field, heading, openConsole, press as pressInFront, says, shownPath } from '../tests/support/app'
import {
  aConnector,
  aDevice,
  aKey,
  aMember,
  aSpace,
  aTag,
  aUser,
  type TestSpace,
  type TestUser,
} from '../tests/support/builders'
import { endSessions } from '../tests/support/moments'
import { serve } from '../tests/support/serve'

const server = await serve()
const user = userEvent.setup({ delay: null })
let person: TestUser
let space: TestSpace

beforeEach(async () => {
  person = await aUser(server)
  space = await aSpace(server, person)
})

/** Everything that the browser stores for this origin. */
const kept = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])

const press = (name: string | RegExp) => pressInFront(user, name)
const restore = () => screen.findByRole('button', { name: 'Restore' })
const offersNothing = () => expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
async function type(label: string, text: string) {
  const input = await field(label)
  await user.clear(input)
  await user.click(input)
  await user.paste(text)
}
const holds = async (label: string, text: string) =>
  expect(await field(label), label).toHaveProperty('value', text)

/** Signs in again on the page after the end of a session. */
async function signInAgain({ email, password } = person) {
  await heading('Sign in to Spaceport')
  await type('E-mail', email)
  await type('Password', password)
  await press('Sign in')
  await waitFor(() => expect(shownPath()).not.toBe('/login'))
}

/** A dialog for a new record; `secret` is never stored. */
interface Dialog {
  path: string
  fields: Record<string, string>
  secret?: [label: string, value: string]
}

describe('when the session has ended', () => {
  test('everything typed into a connector is restored, including its code, and not saved yet', async () => {
    await aTag(server, space, 'greenhouse')
    const connector = await aConnector(server, space)
    const at = `/space/${space.id}/connectors/${connector.id}`
    openConsole(server, `${at}?edit=true`, { person })
    await type('Name', 'to-warehouse')
    await user.click(await screen.findByLabelText('Session'))
    await user.click(screen.getByRole('combobox', { name: 'Tags' }))
    await user.click(await screen.findByRole('option', { name: 'greenhouse' }))
    await user.click(screen.getByRole('tab', { name: 'Advanced' }))
    await type('Delay before retry 1', '1.5h')
    const code = await screen.findByRole('textbox', { name: 'Transformation' })
    await user.clear(code)
    await user.click(code)
    await user.paste('function main(job) { return null } // typed')
    await endSessions(server, person)
    // A call in the background finds that the session has ended.
    await user.click(screen.getByRole('tab', { name: 'Preview' }))

    await signInAgain()
    expect(shownPath()).toContain(`${at}?edit=true`)
    await user.click(await restore())
    await user.click(await screen.findByRole('tab', { name: 'Details' }))
    await holds('Name', 'to-warehouse')
    expect(await screen.findByLabelText('Session')).toHaveProperty('checked', true)
    expect(screen.getByRole('button', { name: 'greenhouse' })).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Advanced' }))
    await holds('Delay before retry 1', '1.5h')
    expect(await screen.findByRole('textbox', { name: 'Transformation' })).toHaveProperty(
      'value',
      'function main(job) { return null } // typed',
    )
    const token = localStorage.getItem('token') ?? ''
    const answer = await server.call('GET', `/spaces/${space.id}/connectors/${connector.id}`, { token })
    expect(await answer.json()).toMatchObject({
      name: connector.name,
      transformation: connector.transformation,
    })
  })

  test('another person who signs in gets no draft; the owner does, until they discard it', {
    tags: 'heavy',
  }, async () => {
    const other = await aMember(server, space, 'admin')
    const device = await aDevice(server, space)
    const at = `/space/${space.id}/devices/${device.id}`
    openConsole(server, `${at}?edit=true`, { person })
    await type('Comment', 'a thought of mine')
    await endSessions(server, person)
    await press('Save')

    await signInAgain(other)
    expect(await heading(device.name)).toBeTruthy()
    expect(shownPath()).toContain(at)
    await holds('Comment', '')
    offersNothing()
    await press(/^Account of/)
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))

    await signInAgain()
    const first = openConsole(server, at)
    await restore()
    await press('Discard')
    offersNothing()
    first.close()
    openConsole(server, at)
    await heading(device.name)
    offersNothing()
    expect(kept()).not.toContain('a thought of mine')
  })

  test('a sign-in of another person in another tab does not take over this one, and drafts wait for their owner', {
    tags: 'heavy',
  }, async () => {
    const other = await aMember(server, space, 'admin')
    const device = await aDevice(server, space)
    const at = `/space/${space.id}/devices/${device.id}?edit=true`
    const { close } = openConsole(server, at, { person })
    await type('Comment', 'a thought of mine')
    await waitFor(() => expect(kept()).toContain('a thought of mine'))
    close()
    // The other tab signs in; this one reloads.
    localStorage.setItem('token', other.token)
    localStorage.setItem('user', JSON.stringify({ id: other.id, email: other.email }))

    const anew = openConsole(server, at)
    await heading('Another account is signed in')
    await says(
      `In another tab of this browser, ${other.email} has signed in. This tab belongs to ${person.email}`,
    )
    expect(anew.line.calls).toEqual([])
    await press('Sign out, and sign in with the previous account')
    await heading('Sign in to Spaceport')
    await holds('E-mail', person.email)
    await signInAgain()
    await waitFor(() => expect(shownPath()).toBe(at))
    await user.click(await restore())
    await holds('Comment', 'a thought of mine')
    anew.close()

    const next = await aMember(server, space, 'admin')
    localStorage.setItem('token', next.token)
    openConsole(server, at)
    await press('Continue with this account')
    expect(await heading('Spaces')).toBeTruthy()
    expect(shownPath()).toBe('/spaces')
  })

  const dialogs: Dialog[] = [
    {
      path: 'devices',
      fields: { Name: 'pump-17', Comment: 'at the gate' },
      secret: ['Claim token', 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4'],
    },
    { path: 'connectors', fields: { Name: 'to-warehouse' } },
    { path: 'keys', fields: { Name: 'key-reports' } },
    { path: 'variables', fields: { Name: 'meter-7' }, secret: ['Value', '00112233445566'] },
    { path: 'users', fields: { 'E-mail': 'guest@example.com' } },
  ]
  async function isOffered(dialog: Dialog) {
    const { path, fields, secret } = dialog
    const at = `/space/${space.id}/${path}?create=true`
    const { close } = openConsole(server, at, { person })
    await screen.findByRole('dialog')
    for (const [label, text] of Object.entries({ ...fields, ...(secret && { [secret[0]]: secret[1] }) }))
      await type(label, text)
    await waitFor(() => expect(kept()).toContain(Object.values(fields)[0]))
    await endSessions(server, person)
    close()

    openConsole(server, at)
    await signInAgain()
    await user.click(await restore())
    for (const [label, text] of Object.entries(fields)) await holds(label, text)
    if (!secret) return
    await holds(secret[0], '')
    expect(kept()).not.toContain(secret[1])
  }

  test.each(dialogs.slice(0, 1))(
    'the dialog that creates one of the $path offers what was typed, without secrets',
    isOffered,
  )
  test.each(dialogs.slice(1))(
    'the dialog that creates one of the $path offers what was typed, without secrets',
    { tags: 'heavy' },
    isOffered,
  )

  test('the token of a key is never stored', async () => {
    const { id, handle } = await aKey(server, space, { name: 'key-reports' })
    openConsole(server, `/space/${space.id}/keys/${handle}?edit=true`, { person })
    await type('Name', 'key-of-reports')
    await endSessions(server, person)
    await press('Save')
    await heading('Sign in to Spaceport')
    expect(kept()).toContain('key-of-reports')
    expect(kept()).not.toContain(id)

    await signInAgain()
    await user.click(await screen.findByRole('link', { name: 'key-reports' }))
    await user.click(await restore())
    await holds('Name', 'key-of-reports')
    expect(kept()).not.toContain(id)
  })
})
