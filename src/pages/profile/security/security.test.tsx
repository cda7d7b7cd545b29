import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  field,
  heading,
  openConsole,
  press as pressInFront,
  says,
  shownPath,
} from '../../../../tests/support/app'
import { aKey, aSpace, aUser, type TestSpace, type TestUser } from '../../../../tests/support/builders'
import { ageSignIn, passCodeStep } from '../../../../tests/support/moments'
import { aPasskey } from '../../../../tests/support/passkey'
import { anApp, codeOf } from '../../../../tests/support/secondFactor'
import { serve } from '../../../../tests/support/serve'

const server = await serve()
/** A server for tests with other settings. */
const own = await serve()
const user = userEvent.setup({ delay: null })
let person: TestUser
let space: TestSpace

beforeEach(async () => {
  person = await aUser(server)
  space = await aSpace(server, person)
})

const section = async (name: string) => within(await screen.findByRole('region', { name }))
const press = (name: string) => pressInFront(user, name)
async function type(label: string, text: string) {
  const input = await field(label)
  await user.clear(input)
  await user.click(input)
  await user.paste(text)
}

async function signIn({ email, password }: Pick<TestUser, 'email' | 'password'>) {
  await type('E-mail', email)
  await type('Password', password)
  await press('Sign in')
}

test('the password is changed with the current one', async () => {
  openConsole(server, '/profile/security', { person })
  await type('New password again', 'a new password')
  await press('Set password')
  const labels = ['Current password', 'New password', 'New password again']
  for (const label of labels)
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveProperty('ariaInvalid', 'true'))
  await type('Current password', 'not this one')
  await type('New password', 'a new pass')
  await type('New password again', 'a new password')
  await user.click(screen.getByLabelText('Current password'))
  await says('Passwords do not match')
  await type('New password', 'a new password')
  await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull())
  await press('Set password')
  await says('The current password is wrong')
  await type('Current password', person.password)
  await press('Set password')
  await says('The password was set. You are signed out everywhere else.')
  expect(screen.getByLabelText('Current password')).toHaveProperty('value', '')
  const body = { email: person.email, password: 'a new password' }
  expect((await server.call('POST', '/auth/login', { body })).status).toBe(200)
})

test('a passkey that was renamed meanwhile is renamed only once the person knows that', async () => {
  const { id } = await aPasskey(server, person)
  const at = `/profile/passkeys/${id}`
  const rename = async (name: string) => server.call('PUT', at, { token: person.token, body: { name } })
  const stored = async () => (await server.call('GET', '/profile/security', { token: person.token })).json()
  await rename('Phone')
  openConsole(server, '/profile/security', { person })
  await press('Rename Phone')
  await rename('Work phone')
  await type('Name', 'Old phone')
  await press('Save')
  await says('It was renamed to “Work phone” in the meantime. Save again to use what you typed.')
  expect(await stored()).toMatchObject({ passkeys: [{ name: 'Work phone' }] })
  await press('Save')
  await says('Passkey renamed to Old phone')
  await press('Rename Old phone')
  await user.clear(await field('Name'))
  await press('Save')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  expect(screen.getByLabelText('Name')).toHaveProperty('ariaInvalid', 'true')
  await press('Cancel')
  expect(await stored()).toMatchObject({ passkeys: [{ name: 'Old phone' }] })
})

test('a person sees where they are signed in, ends one session, then all others', async () => {
  const body = { email: person.email, password: person.password }
  const signedIn = async (agent: string) => {
    const answer = await server.call('POST', '/auth/login', { body, headers: { 'User-Agent': agent } })
    const { access_token: token }: { access_token: string } = await answer.json()
    return token
  }
  const firefox = await signedIn('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0')
  const token = await signedIn('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36')
  const statusOf = async (held: string) => (await server.call('GET', '/profile', { token: held })).status

  openConsole(server, '/profile/security', { person: { token } })
  const sessions = await section('Where you are signed in')
  const [own] = await sessions.findAllByRole('listitem')
  expect(own?.textContent).toMatch(/This device.*Signed in with the password/)
  await press('End the session of Firefox on Windows')
  await says('Signed out: Firefox on Windows')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Firefox on Windows/ })).toBeNull())
  expect(await statusOf(firefox)).toBe(401)

  // The session of the builder is left.
  await press('Sign out everywhere else')
  const question = await screen.findByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await user.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }))
  await sessions.findByText('You are not signed in anywhere else.')
  expect(sessions.getAllByRole('listitem')).toHaveLength(1)
  expect([await statusOf(person.token), await statusOf(token)]).toEqual([401, 200])
})

describe('an authenticator app', () => {
  test('is required at the sign-in, with a way back', async () => {
    const { secret } = await anApp(server, person)
    openConsole(server, '/profile/security')
    await signIn(person)
    await user.click(await screen.findByRole('button', { name: 'Back to sign-in' }))
    expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', person.email)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
    await user.click(screen.getByLabelText('Remember me'))
    await signIn(person)
    const code = await screen.findByLabelText('Code from the app')
    expect(document.activeElement).toBe(code)
    await user.type(code, '000000{Enter}')
    await says('This code is wrong or has already been used')
    await passCodeStep(server, person)
    await user.clear(code)
    await user.type(code, `${codeOf(secret, new Date())}{Enter}`)
    expect(await heading('Security')).toBeTruthy()
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('can be replaced by a recovery code, which is then used up', async () => {
    const { codes } = await anApp(server, person)
    openConsole(server, '/profile/security')
    await signIn(person)
    await press('Use a recovery code')
    const input = await screen.findByLabelText('Recovery code')
    expect(document.activeElement).toBe(input)
    await user.type(input, `${codes[0]?.toUpperCase()}{Enter}`)
    await says('9 codes are left.')
  })

  test('that the administrator requires is set up first, then the person continues', async () => {
    const admin = await aUser(own, { systemRole: 'admin' })
    await anApp(own, admin)
    const settings = openConsole(own, '/admin?tab=settings', { person: admin })
    const everybody = await screen.findByRole('radio', { name: 'Required for everyone' })
    await user.click(everybody)
    await press('Require it')
    await waitFor(() => expect(everybody).toHaveProperty('checked', true))
    settings.close()

    const somebody = await aUser(own)
    const there = await aSpace(own, somebody)
    openConsole(own, `/space/${there.id}/devices?perPage=20`, { person: somebody })
    await says('This installation requires a second factor.')
    expect(shownPath()).toBe('/profile/security')
    await section('Where you are signed in')
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
    // Other pages lead back here, without errors.
    const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
    const before = alerts()
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    await user.keyboard('{Escape}')
    expect(shownPath()).toBe('/profile/security')
    await waitFor(() => expect(alerts()).toEqual(before))

    await press('Set up')
    const [shown] = await says(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    const secret = shown?.textContent.replaceAll(' ', '') ?? ''
    await user.type(
      await screen.findByLabelText('Code that the app shows'),
      `${codeOf(secret, new Date())}{Enter}`,
    )
    await user.click(await screen.findByLabelText('I have saved the codes'))
    await press('Done')
    expect(await heading('Devices')).toBeTruthy()
    expect(shownPath()).toContain(`/space/${there.id}/devices`)
  })
})

describe('deleting a key after the sign-in has become old', () => {
  const dialog = () => screen.findByRole('dialog', { name: "Confirm that it's you" })

  async function remove() {
    await press('Delete')
    const question = await screen.findByRole('alertdialog', { name: 'Delete the key reporter?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    return within(await dialog())
  }

  test('asks for a confirmation: without it nothing is changed or lost, with it the call continues', async () => {
    const key = await aKey(server, space, { name: 'reporter' })
    openConsole(server, `/space/${space.id}/keys/${key.id}?edit=true`, { person })
    await type('Name', 'typed-and-kept')
    await ageSignIn(server, person)

    await remove()
    await user.keyboard('{Escape}')
    await says('Not done: you did not confirm your identity')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await field('Name')).toHaveProperty('value', 'typed-and-kept')

    const asked = await remove()
    const password = await asked.findByLabelText('Password')
    await waitFor(() => expect(document.activeElement).toBe(password))
    await user.type(password, '{Enter}')
    await asked.findByText('Password is required')
    await user.type(password, 'not my password{Enter}')
    await asked.findByText('The password is wrong')
    await waitFor(() => expect(document.activeElement).toBe(password))
    await user.clear(password)
    await user.type(password, `${person.password}{Enter}`)
    await waitFor(() => expect(shownPath()).toBe(`/space/${space.id}/keys`))
    await says(/There are no keys here/)
  })
})
