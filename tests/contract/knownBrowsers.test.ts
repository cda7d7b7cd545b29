import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test, vi } from 'vitest'
import { authApi } from '#contract/auth'
import { DAY } from '#contract/common/durations'
import { aUser, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

let clock = Date.now()
const server = await serve({ now: () => new Date(clock), settings: { trustProxy: true } })

let lastAddress = 1
const anAddress = () => `10.7.${lastAddress >> 8}.${lastAddress++ & 255}`

const aBrowser = () => randomBytes(32).toString('base64url')

const signInWith = async (browser: string, email: string, password: string, address = anAddress()) =>
  server.call('POST', '/auth/login', {
    body: { email, password, browser },
    headers: { 'X-Forwarded-For': address },
  })

/** Signs in from an address; returns the browser and its token. */
const known = async ({ email, password }: TestUser, home = anAddress()) => {
  const browser = aBrowser()
  const answer = await signInWith(browser, email, password, home)
  return { browser, token: authApi.login.answer.parse(await answer.json()).access_token }
}

/** Sixteen addresses guess until the account takes no more guesses. */
const attack = async (email: string, addresses = Array.from({ length: 16 }, anAddress), guesses = 3) => {
  for (const address of addresses)
    for (let i = 0; i < guesses; i++) await signInWith(aBrowser(), email, `guess number ${i}`, address)
}

test('a known browser signs its owner in, from everywhere and whatever others try', async () => {
  const user = await aUser(server)
  const [home, abroad] = [anAddress(), anAddress()]
  const { browser } = await known(user, home)
  await attack(user.email, [home, abroad, ...Array.from({ length: 14 }, anAddress)], 12)
  expect((await signInWith(aBrowser(), user.email, user.password, home)).status).toBe(429)
  expect((await signInWith(aBrowser(), user.email, user.password)).status).toBe(429)
  for (const address of [home, abroad, anAddress()])
    expect((await signInWith(browser, user.email, user.password, address)).status).toBe(200)
})

test('while strangers fill all places, they are asked to retry later, and a known browser has its own place', {
  tags: 'heavy',
}, async () => {
  const user = await aUser(server)
  const { browser } = await known(user)
  // Guess until one is refused, however slowly they arrive.
  let refused: Response | undefined
  const guesses = Array.from({ length: 90 }, async (_, stranger) => {
    const statuses: number[] = []
    while (refused === undefined) {
      const name = `nobody-${stranger}-${statuses.length}@example.com`
      const answer = await signInWith(aBrowser(), name, 'a guess')
      statuses.push(answer.status)
      if (answer.status === 503) refused ??= answer
    }
    return statuses
  })
  await vi.waitFor(() => expect(refused).toBeDefined(), 60_000)
  expect(refused?.headers.get('Retry-After')).toBe('2')
  expect((await signInWith(browser, user.email, user.password)).status).toBe(200)
  const statuses = (await Promise.all(guesses)).flat()
  expect([...new Set(statuses)].toSorted((a, b) => a - b)).toEqual([401, 503])
})

test('a browser is known only for its accounts, and its guesses are limited too', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const { browser } = await known(user)
  await attack(other.email)
  expect((await signInWith(browser, other.email, other.password)).status).toBe(429)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++)
    statuses.push((await signInWith(browser, user.email, `guess number ${i}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('a browser stays known after its session expires, and after it signs out', async () => {
  const user = await aUser(server)
  const { browser, token } = await known(user)
  expect((await server.call('POST', '/auth/logout', { token })).status).toBe(204)
  const began = clock
  clock += 200 * DAY
  await attack(user.email)
  expect((await signInWith(browser, user.email, user.password)).status).toBe(200)
  clock = began
})

test.each<[what: string, act: (user: TestUser, ended: string) => Promise<Response>]>([
  [
    'the password is changed',
    async ({ token, password }) =>
      server.call('PUT', '/profile/password', {
        token,
        body: { current_password: password, password: 'another one' },
      }),
  ],
  [
    'its person signs out everywhere else',
    async ({ token }) => server.call('DELETE', '/profile/sessions', { token }),
  ],
  [
    'its session is ended from elsewhere',
    async ({ token }, ended) => server.call('DELETE', `/profile/sessions/${ended}`, { token }),
  ],
])('a browser is no longer known when %s', async (_, act) => {
  const user = await aUser(server)
  const { browser, token } = await known(user)
  const { jti } = decodeJwt(token)
  expect((await act(user, String(jti))).status).toBe(204)
  await attack(user.email)
  expect((await signInWith(browser, user.email, user.password)).status).toBe(429)
})

test('a browser is forgotten after a year, or when twenty others have signed in since', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const [first, again] = [await known(user), await known(other)]
  for (let i = 0; i < 20; i++) {
    clock += 1
    await known(user)
  }
  await attack(user.email)
  expect((await signInWith(first.browser, user.email, user.password)).status).toBe(429)
  const began = clock
  clock += 366 * DAY
  await attack(other.email)
  expect((await signInWith(again.browser, other.email, other.password)).status).toBe(429)
  clock = began
})
