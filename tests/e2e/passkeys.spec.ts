import type { Page } from '@playwright/test'
import type { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { expect, signInByForm, test } from './support/test'

/** Gives the browser a virtual authenticator with user verification, which accepts everything. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Continue with a passkey' })
const isSignedIn = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()

/** Opens the sign-in page, signed out. */
async function signedOut(page: Page) {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('/login')
}

async function addPasskey(page: Page, backend: Backend, name: string) {
  const person = await backend.person()
  await backend.signIn(page, person)
  await page.goto('/profile/security')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Chrome.* on Linux$/)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByLabel('I have saved the codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  return person
}

test('a passkey is added, signs in alone and after the password, is renamed, and no longer works once it is removed', async ({
  page,
  backend,
}) => {
  await withAuthenticator(page)
  const person = await addPasskey(page, backend, 'Work laptop')
  const row = section(page).getByRole('listitem')
  await expect(row).toContainText('Work laptop')
  await expect(row).toContainText('Last used: never')
  await expectNoFaults(page)

  await signedOut(page)
  await page.getByLabel('Remember me').uncheck()
  await withPasskey(page).click()
  await isSignedIn(page)
  expect(await page.evaluate(() => [localStorage.getItem('token'), sessionStorage.length > 0])).toEqual([
    null,
    true,
  ])

  await signedOut(page)
  await signInByForm(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isSignedIn(page)

  await page.goto('/profile/security')
  await expect(row).not.toContainText('never')
  await row.getByRole('button', { name: 'Rename Work laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await row.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section(page)).toContainText('You have no passkeys yet.')

  await signedOut(page)
  await withPasskey(page).click()
  await expect(page.getByText('This passkey was not accepted.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('a person without a passkey, or at another address, gets a quiet message', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  await withAuthenticator(page)
  await page.goto('/login')
  await withPasskey(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'No passkey was used' })).toBeVisible()
  await expect(page.getByText('Sign-in failed')).toHaveCount(0)

  await page.goto(`${backend.url.replace('localhost', '127.0.0.1')}/login`)
  await withPasskey(page).click()
  await expect(page.getByText('Passkeys work at localhost only.')).toBeVisible()
})

test('a browser in which somebody has used a passkey offers it in the field of the address', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  await withAuthenticator(page)
  await addPasskey(page, backend, 'Phone')
  await signedOut(page)
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username webauthn')
  await withPasskey(page).click()
  await isSignedIn(page)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  // The authenticator accepts at once, without a click.
  await isSignedIn(page)
})
