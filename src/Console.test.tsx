import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { heading, openConsole, shownPath } from '../tests/support/app'
import { aDevice, aSpace, aUser, type TestSpace, type TestUser } from '../tests/support/builders'
import { type Call, refusal } from '../tests/support/console'
import { serve } from '../tests/support/serve'
import { setPreferences } from './preferences'

const server = await serve()
const user = userEvent.setup({ delay: null })
let person: TestUser
let space: TestSpace

beforeEach(async () => {
  person = await aUser(server)
  space = await aSpace(server, person)
})

async function signIn({ email, password }: { email: string; password: string }) {
  for (const [label, text] of [
    ['E-mail', email],
    ['Password', password],
  ] as const) {
    const input = await screen.findByLabelText(label)
    await user.clear(input)
    await user.click(input)
    await user.paste(text)
  }
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

const isAtSignIn = async () => expect(await heading('Sign in to Spaceport')).toBeTruthy()
const hasToken = () => (localStorage.getItem('token') ?? sessionStorage.getItem('token')) !== null

test('the server gets the language and the time zone of the browser, and another language once it is chosen', async () => {
  const { line } = openConsole(server, '/spaces', { person })
  await heading('Spaces')
  const sentLocales = () =>
    line.calls.filter(({ path }) => path === '/profile/locale').map(({ body }) => body)
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() => expect(sentLocales()).toEqual([{ language: 'en', timezone }]))
  await user.selectOptions(await screen.findByLabelText('Language'), 'cs')
  onTestFinished(() => setPreferences({ preferredLanguage: null }))
  await waitFor(() =>
    expect(sentLocales()).toEqual([
      { language: 'en', timezone },
      { language: 'cs', timezone },
    ]),
  )
  await waitFor(async () => {
    const find = 'select language, browser_timezone from app_user where id = $1'
    const { rows } = await server.db.$client.query<object>(find, [person.id])
    expect(rows).toEqual([{ language: 'cs', browser_timezone: timezone }])
  })
})

test('an unknown time zone does not prevent storing the language', async () => {
  let refused = 0
  // Like a server whose list of zones is older than that of the browser.
  const interrupt = ({ path }: Call) =>
    path === '/profile/locale' && refused++ === 0 ? refusal(400, 'timezone must be …') : undefined
  const { line } = openConsole(server, '/spaces', { person, interrupt })
  await heading('Spaces')
  await waitFor(async () => {
    const find = 'select language, browser_timezone from app_user where id = $1'
    const { rows } = await server.db.$client.query<object>(find, [person.id])
    expect(rows).toEqual([{ language: 'en', browser_timezone: 'UTC' }])
  })
  expect(line.calls.filter(({ path }) => path === '/profile/locale')).toHaveLength(2)
  expect(screen.queryByText(/must be/)).toBeNull()
})

describe('the sign-in', () => {
  test('shows mistakes at their fields, focuses the first, and sends nothing', async () => {
    const { line } = openConsole(server, '/login')
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('A valid e-mail is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))

    await signIn({ email: 'somebody@example.com', password: '1234' })
    expect(await screen.findByText('Password must have at least 5 characters')).toBeTruthy()
    expect(screen.queryByText('A valid e-mail is required')).toBeNull()
    expect(line.sent).toEqual([])
  })

  test('does not say whether the address or the password was wrong', async () => {
    openConsole(server, '/login')
    for (const email of [person.email, 'nobody@example.com']) {
      await signIn({ email, password: 'wrong-password' })
      expect((await screen.findByRole('alert')).textContent).toContain('Invalid e-mail or password')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
    }
    expect(shownPath()).toBe('/login')
  })

  test('says when the address is not verified', async () => {
    openConsole(server, '/login')
    await signIn(await aUser(server, { isVerified: false }))
    expect((await screen.findByRole('alert')).textContent).toContain('Email not verified')
  })

  test('opens the requested page', async () => {
    openConsole(server, `/space/${space.id}/devices?page=1&perPage=20`)
    await isAtSignIn()
    await signIn(person)
    expect(await heading('Devices')).toBeTruthy()
    expect(shownPath()).toMatch(new RegExp(`^/space/${space.id}/devices\\?.*perPage=20`))
  })

  test.each([
    '//evil.example/',
    '/\\evil.example',
    '/%2f%2fevil.example',
    'javascript:document.title="evil"',
    '/login/new-password?id=1&token=2&email=a%40example.com',
    '/callback?code=1&state=2',
  ])('stays in the console when the stored return path is %s', async (path) => {
    for (const key of ['redirectPath', 'retryPath', 'lastPath.cloud']) sessionStorage.setItem(key, path)
    openConsole(server, '/login')
    await signIn(person)
    expect(await heading('Spaces')).toBeTruthy()
    expect(window.location.href).toBe(`${window.location.origin}/spaces`)
  })

  test('leads a signed-in person to the spaces', async () => {
    openConsole(server, '/login', { person })
    expect(await heading('Spaces')).toBeTruthy()
  })

  test.each(['/cs', '/en/devices', '/de/x/y'])(
    'redirects %s, an address of the old console, to the spaces',
    async (path) => {
      openConsole(server, path, { person })
      expect(await heading('Spaces')).toBeTruthy()
      expect(shownPath()).toBe('/spaces')
    },
  )

  test('offers only providers when neither sign-up nor passwords are allowed', async () => {
    const config = { signUp: false, passwordLogin: false }
    const keycloak = { provider: 'keycloak', name: 'Keycloak', url: '/v2/x?state={state}', icon: '' }
    const { close } = openConsole(server, '/login', {
      config,
      interrupt: ({ path }) => (path.endsWith('/providers') ? Response.json([keycloak]) : undefined),
    })
    await isAtSignIn()
    expect(await screen.findByRole('button', { name: 'Continue with Keycloak' })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toHaveProperty('checked', true)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
    close()

    openConsole(server, '/signup', { config })
    expect(await screen.findByText(/^Accounts are created by invitation only\./)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('a denied call', () => {
  const isDevices = (path: string) => path === `/spaces/${space.id}/devices`

  test('with an unknown token leads to the sign-in, and back after it', async () => {
    openConsole(server, `/space/${space.id}`, { person: { token: 'no.such.token' } })
    await isAtSignIn()
    expect(screen.getByText(/^Your sign-in is no longer valid/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(hasToken()).toBe(false)
    await signIn(person)
    expect(await heading(space.name)).toBeTruthy()
    expect(shownPath()).toBe(`/space/${space.id}`)
  })

  // The console does the same for both statuses.
  test('with a first 403 leads to the spaces and keeps the token, and with a second one to the sign-in', async () => {
    const interrupt = ({ path }: Call) => (isDevices(path) ? refusal(403, 'forbidden') : undefined)
    const at = `/space/${space.id}/devices?page=2&perPage=10&sort=name&order=ASC`
    const { line, close } = openConsole(server, at, { person, interrupt })
    // A toast disappears after some seconds.
    await screen.findByText(/^The server refused a request of the page “Devices”/)
    expect(await heading('Spaces')).toBeTruthy()
    expect(await screen.findByRole('link', { name: space.name })).toBeTruthy()
    expect(line.calls.filter(({ path }) => isDevices(path))).toHaveLength(1)
    expect(shownPath()).toBe('/spaces')
    expect(hasToken()).toBe(true)
    close()

    openConsole(server, `/space/${space.id}/devices`, { interrupt })
    await isAtSignIn()
    expect(screen.getByText(/^Access was refused again/)).toBeTruthy()
    expect(hasToken()).toBe(false)
  })

  test('with 401 and without a token remembers the page', async () => {
    const { line } = openConsole(server, '/spaces', { person })
    const link = await screen.findByRole('link', { name: space.name })
    line.interrupt = ({ path }) => (isDevices(path) ? refusal(401, 'forbidden') : undefined)
    localStorage.removeItem('token')
    await user.click(link)
    await isAtSignIn()
    expect(sessionStorage.getItem('redirectPath')).toBe(`/space/${space.id}/devices`)
  })

  test('the admin area does not exist for other people, and makes no calls', async () => {
    for (const path of ['', '/users', `/users/${person.id}`, '/devices', '/sims', '/audit']) {
      const { line, close } = openConsole(server, `/admin${path}`, { person })
      expect(await heading('Not found')).toBeTruthy()
      expect(screen.queryByRole('link', { name: 'Admin area' })).toBeNull()
      expect(line.calls.filter((call) => /^\/(admin|users)\b/.test(call.path))).toEqual([])
      close()
    }
  })
})

describe('two spaces', () => {
  let other: TestSpace

  beforeEach(async () => {
    other = await aSpace(server, person)
  })

  /** Switches to the devices of a space with the space selector, so that the page stays mounted. */
  async function choose({ name, id }: TestSpace) {
    await user.click(await screen.findByRole('button', { name: /^(Select a space|Space )/ }))
    await user.click(await screen.findByRole('combobox', { name: 'Filter spaces' }))
    await user.paste(name)
    await screen.findByRole('option', { name: new RegExp(name) })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(shownPath()).toContain(`/space/${id}/devices`))
  }
  const device = (name: string) => screen.findByRole('link', { name })

  test('that are switched quickly with slow answers never show a row of the other', {
    tags: 'heavy',
  }, async () => {
    for (const n of [1, 2, 3]) {
      await aDevice(server, space, { name: `device-of-a-${n}` })
      await aDevice(server, other, { name: `device-of-b-${n}` })
    }
    const { line } = openConsole(server, '/spaces', { person })
    // Answer for the first space last, whatever the order of the calls.
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    line.interrupt = async ({ path }) => {
      if (path === `/spaces/${space.id}/devices`) await held
      return undefined
    }
    const seen = new Set<string>()
    const watcher = new MutationObserver(() => {
      const shown = document.querySelector('header [aria-label^="Space "]')?.getAttribute('aria-label')
      for (const [name] of document.body.textContent.matchAll(/device-of-[ab]/g))
        seen.add(`${shown}: ${name}`)
    })
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
    try {
      for (const next of [space, other, space, other, space, other]) await choose(next)
      await device('device-of-b-1')
      answer()
      await choose(space)
      await device('device-of-a-1')
      await choose(other)
      await device('device-of-b-1')
    } finally {
      watcher.disconnect()
    }
    expect([...seen].toSorted()).toEqual(
      [`Space ${space.name}: device-of-a`, `Space ${other.name}: device-of-b`].toSorted(),
    )
  })

  test('share neither filters nor selections', async () => {
    await aDevice(server, space, { name: 'shared-name' })
    await aDevice(server, other, { name: 'shared-name' })
    await aDevice(server, other, { name: 'other-name' })
    openConsole(server, `/space/${space.id}/devices`, { person })
    await device('shared-name')
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'shared')
    await waitFor(() => expect(shownPath()).toContain('shared'))
    await user.click(await screen.findByRole('checkbox', { name: 'Select shared-name' }))
    await choose(other)
    await device('other-name')
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveProperty('value', '')
    expect(screen.getByRole('checkbox', { name: 'Select shared-name' })).toHaveProperty('checked', false)
  })
})
