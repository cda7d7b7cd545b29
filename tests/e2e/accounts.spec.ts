import type { Page } from '@playwright/test'
import { makeRecoveryToken } from '../../server/services/accounts/recovery'
import { startMailbox } from '../support/mailbox'
import type { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { test as base, expect, signInByForm } from './support/test'

type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** A server that sends its e-mails to a mailbox of this test. */
const test = base.extend<{ post: { mailbox: Mailbox; server: Backend } }>({
  post: async ({ backend }, use) => {
    const mailbox = await startMailbox()
    await use({ mailbox, server: await backend.ownServer({ mailbox }) })
    await mailbox.stop()
  },
})

const PASSWORD = 'a new password'

async function fillNew(page: Page, password: string, again = password) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(again)
}

const spaces = (page: Page) => page.getByRole('heading', { name: 'Spaces', level: 1 })

test('a person signs up, verifies the address by e-mail, and signs in', async ({
  page,
  post: { mailbox, server },
}) => {
  const email = 'new.person@example.com'
  await page.goto(`${server.url}/login`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expectNoFaults(page)
  await page.getByLabel('E-mail').fill('new.person')
  await fillNew(page, '1234', 'other')
  await page.getByLabel('E-mail').focus()
  for (const sentence of [
    'A valid e-mail is required',
    'Password must have at least 5 characters',
    'Passwords do not match',
  ])
    await expect(page.getByText(sentence)).toBeVisible()

  await page.getByLabel('E-mail').fill(email)
  await fillNew(page, PASSWORD)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('Your account has been created. Please login.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await signInByForm(page, { email, password: PASSWORD })
  await expect(page.getByText('Email not verified').first()).toBeVisible()

  const { link } = await mailbox.newest(email)
  await page.goto(link)
  await expect(page.getByText('Your e-mail address is verified. You can sign in now.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('the link is wrong, has expired or was used already')).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await signInByForm(page, { email, password: PASSWORD })
  await expect(spaces(page)).toBeVisible()
})

test('a forgotten password is replaced by e-mail, and what was signed in before is signed out', async ({
  page,
  context,
  browser,
  post: { mailbox, server },
}) => {
  const person = await server.person()
  await server.signIn(page, person)
  await page.goto(`${server.url}/spaces`)
  await expect(spaces(page)).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(`${server.url}/login/new-password?id=${person.id}`)
  await expect(other.getByText('Invalid reset password link. Please try again.')).toBeVisible()
  await expect(other).toHaveURL(/\/login$/)
  await other.getByRole('link', { name: 'Forgot password?' }).click()
  await other.getByLabel('E-mail').fill(person.email)
  await other.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(other.getByText('Password reset e-mail has been sent. Please check your inbox.')).toBeVisible()

  const { link } = await mailbox.newest(person.email)
  await other.goto(link)
  await expectNoFaults(other)
  await fillNew(other, PASSWORD)
  await other.getByRole('button', { name: 'Set password' }).click()
  await expect(other.getByText('Password was successfully reset. Please login.')).toBeVisible()
  await expect(other).toHaveURL(/\/login$/)
  await signInByForm(other, person)
  await expect(other.getByRole('alert')).toContainText('Invalid e-mail or password')
  await signInByForm(other, { email: person.email, password: PASSWORD })
  await expect(spaces(other)).toBeVisible()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Edit profile' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const late = await context.newPage()
  await late.goto(link)
  await fillNew(late, 'one more password')
  await late.getByRole('button', { name: 'Set password' }).click()
  await expect(late.getByRole('alert')).toContainText(
    'Password reset failed. Please try again with new request.',
  )
  await late.getByRole('link', { name: 'Request a new e-mail' }).click()
  await expect(late).toHaveURL(/\/login\/forgot-password$/)
})

test('an administrator comes back with a link of the shell, and sets a password without the current one', async ({
  page,
  post: { server },
}) => {
  const admin = await server.person({ systemRole: 'admin' })
  const { token } = await makeRecoveryToken(server.db, admin.email, new Date())
  await page.goto(`${server.url}/login/recovery#token=${token}`)
  const section = page.getByRole('region', { name: 'Password' })
  await expect(section.getByLabel('New password', { exact: true })).toBeVisible()
  expect(page.url()).toBe(`${server.url}/profile/security`)
  await expect(section.getByLabel('Current password')).toHaveCount(0)
  await section.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await section.getByLabel('New password again').fill(PASSWORD)
  await section.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The password was set. You are signed out everywhere else.')).toBeVisible()
  const body = { email: admin.email, password: PASSWORD }
  expect((await server.call('POST', '/auth/login', { body })).status).toBe(200)

  await page.goto('about:blank')
  await page.goto(`${server.url}/login/recovery#token=${token}`)
  await expect(page.getByText(/Print a new link on the command line of the server/)).toBeVisible()
})

test('a person changes the password with the current one', async ({ page, post: { server } }) => {
  const person = await server.person()
  await server.signIn(page, person)
  await page.goto(`${server.url}/profile/security`)
  const section = page.getByRole('region', { name: 'Password' })
  await section.getByLabel('Current password').fill('not this one')
  await section.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await section.getByLabel('New password again').fill(PASSWORD)
  await section.getByRole('button', { name: 'Set password' }).click()
  await expect(section.getByText('The current password is wrong')).toBeVisible()
  await expectNoFaults(page)
  await section.getByLabel('Current password').fill(person.password)
  await section.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The password was set. You are signed out everywhere else.')).toBeVisible()
  await expect(section.getByLabel('Current password')).toHaveValue('')
})

test('without sign-up and passwords the console offers neither, only providers', async ({
  page,
  backend,
}) => {
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json()
    await route.fulfill({ json: { ...config, signUp: false, passwordLogin: false } })
  })
  const keycloak = { provider: 'keycloak', name: 'Keycloak', url: '/v2/x?state={state}', icon: '' }
  await page.route('**/auth/oauth2/providers', (route) => route.fulfill({ json: [keycloak] }))
  await page.goto(`${backend.url}/login`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Spaceport')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Continue with Keycloak' })).toBeVisible()
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  await page.goto(`${backend.url}/signup`)
  await expect(page.getByText('Accounts are created by invitation only.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})
