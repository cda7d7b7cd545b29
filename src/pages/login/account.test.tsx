import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { usersApi } from '#contract/users'
import {
  field,
  heading,
  openConsole,
  press as pressInFront,
  says,
  shownPath,
} from '../../../tests/support/app'
import { aSpace, aUser, type TestSpace, type TestUser } from '../../../tests/support/builders'
import { invite } from '../../../tests/support/invitations'
import { recoveryPath, setupPath } from '../../../tests/support/moments'
import { aPasskey } from '../../../tests/support/passkey'
import { anApp } from '../../../tests/support/secondFactor'
import { serve } from '../../../tests/support/serve'
import { rememberPath } from '../../authProvider/session'

const letters: { to: string; link: string }[] = []
const server = await serve({
  mail: async (letter) => {
    letters.push(letter)
    return { state: 'sent' }
  },
})
/** A server without any account. */
const fresh = await serve()
const user = userEvent.setup({ delay: null })

/** Link in the newest e-mail to an address, once there are so many. */
const linkTo = (email: string, count = 1) =>
  vi.waitFor(() => {
    const letter = letters.filter(({ to }) => to === email)[count - 1]
    if (!letter) throw new Error(`There is no e-mail ${count} to ${email}.`)
    const { pathname, search } = new URL(letter.link)
    return pathname + search
  })

const PASSWORD = 'a new password'

async function type(label: string, text: string) {
  const input = await field(label)
  await user.clear(input)
  await user.click(input)
  await user.paste(text)
}
async function chooseNew(password: string, again = password) {
  await type('Password', password)
  await type('Password again', again)
}
const press = (name: string) => pressInFront(user, name)
/** Follows a link to the page with this heading. */
async function follow(name: string, title = name) {
  await user.click(await screen.findByRole('link', { name }))
  await heading(title)
}

async function signIn({ email, password }: Pick<TestUser, 'email' | 'password'>) {
  await type('E-mail', email)
  await type('Password', password)
  await press('Sign in')
}

/** Signs in with the address that the page already has. */
async function signInAs(email: string) {
  await heading('Sign in to Spaceport')
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', email)
  await type('Password', PASSWORD)
  await press('Sign in')
}

describe('an account', () => {
  test('is created by signing up, and works once its address is verified', async () => {
    const email = 'new.person@example.com'
    openConsole(server, '/login')
    await follow('Create an account')
    await says('At least 5 characters')
    await press('Create an account')
    await says('A valid e-mail is required')
    expect(document.activeElement).toBe(await field('E-mail'))
    await type('E-mail', 'new.person')
    await chooseNew('1234', 'other')
    await user.click(screen.getByLabelText('E-mail'))
    await says('A valid e-mail is required')
    await says('Password must have at least 5 characters')
    await says('Passwords do not match')
    await type('Password', 'other')
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull())

    await type('E-mail', email)
    await chooseNew(PASSWORD)
    await press('Create an account')
    await says(/Your account has been created\. Please login\./)
    await signInAs(email)
    expect(await says('Email not verified')).toBeTruthy()
  })

  test('has a password by the rule of the server, whose strength is shown while typing', async () => {
    const passwords = { minLength: 12, refusesCommon: true }
    openConsole(server, '/signup', { config: { passwords } })
    await says('At least 12 characters')
    await chooseNew('elevenchars')
    await says('Password must have at least 12 characters')
    await type('Password', 'password1234')
    await says('Weak: easy to guess')
    await user.click(screen.getByLabelText('E-mail'))
    await says('This password is too common. Choose another one.')
    await type('Password', 'a horse of glass')
    await says('Strong')
    await user.click(screen.getByLabelText('E-mail'))
    await waitFor(() => expect(screen.queryByText(/too common/)).toBeNull())
  })

  test('is verified by the link of its e-mail, once', { tags: 'heavy' }, async () => {
    const email = 'verified.person@example.com'
    const body = { email, id: null, token: null, space_id: null, provider: 'password', data: PASSWORD }
    await server.call('POST', '/registration/new', { body })
    const link = await linkTo(email)
    const { close } = openConsole(server, link)
    await press('Verify this address')
    await says('Your e-mail address is verified. You can sign in now.')
    close()
    openConsole(server, link)
    await press('Verify this address')
    await says('the link is wrong, has expired or was used already')
    await follow('Sign in', 'Sign in to Spaceport')
    await signInAs(email)
    expect(await heading('Spaces')).toBeTruthy()
  })

  test('gets another password by e-mail, and former sign-ins end', async () => {
    const person = await aUser(server)
    const { close } = openConsole(server, `/login/new-password?id=${person.id}`)
    await says('Invalid reset password link. Please try again.')
    await follow('Forgot password?', 'Forgot password')
    await type('E-mail', person.email)
    await press('Send e-mail')
    await says('Password reset e-mail has been sent. Please check your inbox.')
    const link = await linkTo(person.email)
    close()

    openConsole(server, link)
    await chooseNew(PASSWORD)
    // Password managers need the account.
    expect(document.querySelector('form input[autocomplete=username]')).toHaveProperty('value', person.email)
    await press('Set password')
    await says('Password was successfully reset. Please login.')
    await signIn(person)
    await says(/Invalid e-mail or password/)
    expect((await server.call('GET', '/profile', { token: person.token })).status).toBe(401)
    await signIn({ email: person.email, password: PASSWORD })
    expect(await heading('Spaces')).toBeTruthy()
  })

  test('gets no password by a used link, and leads to a new one', async () => {
    const person = await aUser(server)
    await server.call('POST', '/profile/password/forgot', { body: { email: person.email } })
    const link = await linkTo(person.email)
    const payload = Object.fromEntries(new URLSearchParams(link.split('?')[1]))
    await server.call('PUT', '/profile/password/reset', { body: { ...payload, password: PASSWORD } })

    const { line } = openConsole(server, link)
    await says(/This link no longer works: it has expired, was already used/)
    expect(line.sent).toHaveLength(1)
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    await follow('Request a new link', 'Forgot password')
    expect(shownPath()).toBe('/login/forgot-password')
    expect(await field('E-mail')).toHaveProperty('value', person.email)
  })

  test('that a link is not for is named on the page, and nothing changes before that is settled', async () => {
    const [adam, eva] = [await aUser(server), await aUser(server)]
    await server.call('POST', '/profile/password/forgot', { body: { email: eva.email } })
    localStorage.setItem('user', JSON.stringify({ id: adam.id, email: adam.email }))
    openConsole(server, await linkTo(eva.email), { person: adam })
    await says(`You are signed in as ${adam.email}; this link is for ${eva.email}.`)
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    await press('Sign out and continue')
    await chooseNew(PASSWORD)
    await press('Set password')
    await signInAs(eva.email)
    expect(await heading('Spaces')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: /^Account of/ }))
    expect(await says(eva.email)).toBeTruthy()
  })

  test('is not verified while another person is signed in', { tags: 'heavy' }, async () => {
    const email = 'verified.elsewhere@example.com'
    const body = { email, id: null, token: null, space_id: null, provider: 'password', data: PASSWORD }
    await server.call('POST', '/registration/new', { body })
    const adam = await aUser(server)
    localStorage.setItem('user', JSON.stringify({ id: adam.id, email: adam.email }))
    const { line } = openConsole(server, await linkTo(email), { person: adam })
    await says(`You are signed in as ${adam.email}; this link is for ${email}.`)
    expect(line.sent).toEqual([])
    await press('Sign out and continue')
    await press('Verify this address')
    await says('Your e-mail address is verified. You can sign in now.')
    await follow('Sign in', 'Sign in to Spaceport')
    await signInAs(email)
    expect(await heading('Spaces')).toBeTruthy()
  })
})

describe('a system administrator', () => {
  test('is first created by the link that the server prints, once', async () => {
    const link = await setupPath(fresh)
    const first = openConsole(fresh, link)
    await type('E-mail', 'first@example.com')
    expect(window.location.hash).toBe('')
    await chooseNew('long enough', 'something else')
    await press('Create administrator')
    await says('Passwords do not match')
    await chooseNew('long enough')
    await press('Create administrator')
    expect(await heading('Spaces')).toBeTruthy()
    first.close()

    openConsole(fresh, link)
    await says(/This link no longer works: it was already used/)
    expect(screen.queryByLabelText('E-mail')).toBeNull()
  })

  test('that does not exist yet makes the sign-in point to the link in the output of the server', async () => {
    openConsole(server, '/', { config: { needsAdmin: true } })
    await heading('Set up Spaceport')
    await says(/Look for “Create the first system admin” in the terminal/)
    expect(screen.queryByLabelText('E-mail')).toBeNull()
    await press('Sign in with an account')
    expect(await heading('Sign in to Spaceport')).toBeTruthy()
  })

  test('returns with a link of the command, and sets a password without the current one', {
    tags: 'heavy',
  }, async () => {
    const admin = await aUser(server, { systemRole: 'admin' })
    const link = await recoveryPath(server, admin.email)
    const { close } = openConsole(server, link)
    await press('Sign in')
    await type('New password', PASSWORD)
    expect(window.location.pathname + window.location.hash).toBe('/profile/security')
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await type('New password again', PASSWORD)
    await press('Set password')
    await says('The password was set. You are signed out everywhere else.')
    const body = { email: admin.email, password: PASSWORD }
    expect((await server.call('POST', '/auth/login', { body })).status).toBe(200)
    close()

    openConsole(server, link)
    await press('Sign in')
    await says(/Print a new link on the command line of the server/)
  })
})

describe('a link that a program opens before the person does', () => {
  const registered = (email: string) => {
    const body = { email, id: null, token: null, space_id: null, provider: 'password', data: PASSWORD }
    return server.call('POST', '/registration/new', { body })
  }
  const ways: Record<string, { ask: (email: string) => Promise<unknown>; button: string }> = {
    verification: { ask: registered, button: 'Verify this address' },
    'new password': {
      async ask(email) {
        await aUser(server, { email })
        await server.call('POST', '/profile/password/forgot', { body: { email } })
      },
      button: 'Set password',
    },
    invitation: {
      ask: async (email) => invite(server, await aSpace(server), email),
      button: 'Create an account',
    },
    recovery: { ask: (email) => aUser(server, { email, systemRole: 'admin' }), button: 'Sign in' },
  }

  test.each(Object.entries(ways))('stays valid: %s', async (kind, { ask, button }) => {
    const email = `${kind.replace(' ', '-')}@scanned.example.com`
    await ask(email)
    const link = kind === 'recovery' ? await recoveryPath(server, email) : await linkTo(email)
    const find = 'select * from mail_link where email = $1 order by created_at'
    const links = async () => (await server.db.$client.query<object>(find, [email])).rows
    const before = await links()
    const { close } = openConsole(server, link)
    await screen.findByRole('button', { name: button })
    close()
    expect(before).toHaveLength(1)
    expect(await links()).toEqual(before)
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('a link of an invitation', () => {
  /** Follows a link in the browser of a signed-in person. */
  function openAs(person: TestUser, link: string) {
    localStorage.setItem('user', JSON.stringify({ id: person.id, email: person.email }))
    return openConsole(server, link, { person })
  }

  async function accept(space: TestSpace) {
    const dialog = await screen.findByRole('dialog', { name: 'Invitation' })
    await waitFor(() => expect(dialog.textContent).toContain(`You were invited to the space ${space.name}`))
    await press('Accept')
    await heading('Devices')
    return shownPath()
  }

  test('creates an account that opens the space, and works once', async () => {
    const space = await aSpace(server)
    const email = 'guest@example.com'
    await invite(server, space, email)
    const link = await linkTo(email)
    const { close } = openConsole(server, link)
    await says(new RegExp(`to the space ${space.name} as a user.* ${space.owner.email} invites you`))
    expect(window.location.search).toBe('')
    await chooseNew(PASSWORD)
    await press('Create an account')
    await says(/Your account has been created\. Please login\./)
    await signInAs(email)
    await waitFor(() => expect(shownPath()).toBe(`/space/${space.id}/devices`))
    close()
    localStorage.clear()

    const used = openConsole(server, link)
    await says(/This link no longer works\. Ask the person who invited you/)
    await follow('Back to sign-in', 'Sign in to Spaceport')
    await type('E-mail', email)
    await signInAs(email)
    await waitFor(() => expect(shownPath()).toBe(`/space/${space.id}/devices`))
    used.close()
    openConsole(server, link)
    await waitFor(() => expect(shownPath()).toBe(`/space/${space.id}/devices`))
  })

  test('that is damaged or expired is no plain sign-up', async () => {
    const { close } = openConsole(server, '/signup?id=018f&token=abc&email=guest@example.com')
    await says(/This link no longer works\. Ask the person who invited you/)
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    close()
    const query = new URLSearchParams({ id: crypto.randomUUID(), token: 'used', email: 'guest@example.com' })
    openConsole(server, `/signup?${query}`)
    await says(/This link no longer works\. Ask the person who invited you/)
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    await follow('Back to sign-in', 'Sign in to Spaceport')
    expect(await field('E-mail')).toHaveProperty('value', 'guest@example.com')
  })

  test('that was passed on needs the address verified first', { tags: 'heavy' }, async () => {
    const space = await aSpace(server)
    const email = 'copied.link@example.com'
    const id = await invite(server, space, email)
    await linkTo(email)
    const answer = await server.call('POST', `/spaces/${space.id}/users/${id}/invitation/link`, {
      token: space.owner.token,
    })
    const { pathname, search } = new URL(usersApi.link.answer.parse(await answer.json()).link)
    const { close } = openConsole(server, pathname + search)
    // The holder of the link must not learn whether the address has an account.
    await screen.findByRole('button', { name: 'Sign in' })
    await chooseNew(PASSWORD)
    await press('Create an account')
    await says(/If an e-mail with a link has just arrived, open that link/)
    await signInAs(email)
    await says('Email not verified')
    close()
    // The e-mail opens another tab.
    sessionStorage.clear()

    openConsole(server, await linkTo(email, 2))
    await press('Verify this address')
    await says('Your e-mail address is verified. You can sign in now.')
    await follow('Sign in', 'Sign in to Spaceport')
    await signInAs(email)
    expect(await accept(space)).toBe(`/space/${space.id}/devices`)
  })

  test('asks a person with an account to sign in, and to accept or refuse', { tags: 'heavy' }, async () => {
    const space = await aSpace(server)
    const person = await aUser(server)
    await invite(server, space, person.email)
    openConsole(server, await linkTo(person.email))
    await says(/You have an account with this e-mail address/)
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    await press('Sign in')
    await signIn(person)
    expect(await accept(space)).toBe(`/space/${space.id}/devices`)
  })

  test('refuses all invitations of the sender, without an account', async () => {
    const space = await aSpace(server)
    const email = 'no.thanks@example.com'
    await invite(server, space, email)
    const link = await linkTo(email)
    const { close } = openConsole(server, link)
    await press('Refuse')
    await press(`Refuse all from ${space.owner.email}`)
    await says(new RegExp(`You refuse all invitations from ${space.owner.email}`))
    close()
    openConsole(server, link)
    await says(/This link no longer works/)
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
  })

  test('asks a signed-in person only whether to accept it', async () => {
    const space = await aSpace(server)
    const person = await aUser(server)
    await invite(server, space, person.email)
    openAs(person, await linkTo(person.email))
    expect(await accept(space)).toBe(`/space/${space.id}/devices`)
  })

  test('for another person says so, and lets another account sign in', { tags: 'heavy' }, async () => {
    const [space, other, person] = [await aSpace(server), await aUser(server), await aUser(server)]
    await invite(server, space, person.email)
    openAs(other, await linkTo(person.email))
    await says(`You are signed in as ${other.email}; this link is for ${person.email}.`)
    await press('Sign out and continue')
    await waitFor(async () =>
      expect((await server.call('GET', '/profile', { token: other.token })).status).toBe(401),
    )
    await press('Sign in')
    await signIn(person)
    expect(await accept(space)).toBe(`/space/${space.id}/devices`)
  })
})

test('space for the button of a provider is reserved, so that nothing moves', async () => {
  let answer: (list: object[]) => void = () => undefined
  const late = new Promise<object[]>((resolve) => {
    answer = resolve
  })
  openConsole(server, '/login', {
    config: { providers: 1 },
    interrupt: async ({ path }) =>
      path === '/auth/oauth2/providers' ? Response.json(await late) : undefined,
  })
  await heading('Sign in to Spaceport')
  const places = () => screen.getAllByRole('button', { hidden: true }).length
  const before = places()
  answer([{ name: 'Keycloak', provider: 'keycloak', url: 'https://id.example.com/{state}', icon: '' }])
  await screen.findByRole('button', { name: 'Continue with Keycloak' })
  expect(places()).toBe(before)
})

describe('the second step', () => {
  const open = async (person: TestUser) => {
    vi.stubGlobal('PublicKeyCredential', Object)
    openConsole(server, '/login')
    await signIn(person)
    await heading("Confirm that it's you")
  }
  const shows = (name: string) => screen.queryByRole('button', { name }) !== null

  test('asks for a passkey when the account has nothing else', async () => {
    const person = await aUser(server)
    await aPasskey(server, person)
    await open(person)
    expect(screen.queryByLabelText('Code from the app')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Use a passkey')
    await press('Use a recovery code')
    expect(document.activeElement).toBe(await field('Recovery code'))
    expect(shows('Use the authenticator app')).toBe(false)
  })

  test('asks for a code when the account has only an app', async () => {
    const person = await aUser(server)
    await anApp(server, person)
    await open(person)
    expect(document.activeElement).toBe(await field('Code from the app'))
    expect(shows('Use a passkey')).toBe(false)
  })

  test('offers both to an account that has both', async () => {
    const person = await aUser(server)
    await anApp(server, person)
    await aPasskey(server, person)
    await open(person)
    expect(document.activeElement).toBe(await field('Code from the app'))
    expect(shows('Use a passkey')).toBe(true)
  })
})

describe('a person who returns from a provider', () => {
  const main = () => screen.findByRole('main')

  test('sees the success, and gets to the requested page, at once or by the button', async () => {
    const person = await aUser(server)
    const wanted = '/profile?tab=settings'
    const open = async () => {
      rememberPath(wanted)
      const console = openConsole(server, '/callback', { person })
      await heading('Authentication Successful')
      return console
    }
    const { close } = await open()
    await press('Browse spaces')
    expect(shownPath()).toBe(wanted)
    close()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await open()
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(shownPath()).toBe(wanted)
  })

  test('is not signed in when another tab started it, or when it was changed on the way', async () => {
    sessionStorage.setItem('oauthState', 'keycloak.mine')
    for (const [query, sentence] of [
      [
        '?code=theirs&state=keycloak.theirs',
        'State parameter mismatch, possible CSRF attack, please try again',
      ],
      // The state was used up.
      ['?code=theirs&state=keycloak.theirs', 'Expected state parameter in URL'],
      ['', 'Expected code parameter in URL'],
    ] as const) {
      const { line, close } = openConsole(server, `/callback${query}`)
      await waitFor(async () =>
        expect((await main()).textContent.toLowerCase()).toContain(sentence.toLowerCase()),
      )
      expect(line.sent).toEqual([])
      close()
    }
  })
})
