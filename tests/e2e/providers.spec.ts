import type { Page } from '@playwright/test'
import { linkIdentity } from '../../server/services/accounts/oidc/identities'
import { aPerson, openProvider } from '../support/oidcProvider'
import { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { test as base, expect } from './support/test'

type Provider = Awaited<ReturnType<typeof openProvider>>

/** A server with an identity provider. */
const test = base.extend<object, { provider: Provider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const provider = await openProvider()
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  backend: [
    async ({ provider }, use) => {
      const backend = await Backend.start({ env: provider.env })
      await use(backend)
      await backend.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const viaKeycloak = (page: Page) => page.getByRole('button', { name: 'Continue with Keycloak' })
const choose = (page: Page, { email }: { email: string }) =>
  page.getByRole('button', { name: new RegExp(email) }).click()

declare global {
  interface Window {
    noteHeading?: (text: string) => void
  }
}

/** The headings that pages show from their next load on, even for a moment. */
async function noteHeadings(page: Page): Promise<Set<string>> {
  const noted = new Set<string>()
  await page.exposeFunction('noteHeading', (text: string) => noted.add(text))
  await page.addInitScript(() => {
    const note = () => {
      for (const { textContent } of document.querySelectorAll('h1')) window.noteHeading?.(textContent)
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
  })
  return noted
}

/** Creates a person whose account is linked to the provider. */
async function linked(backend: Backend, provider: Provider) {
  const person = provider.add({ email: aPerson().email })
  const user = await backend.person({ firstname: 'Petra', lastname: 'Poklad' })
  await linkIdentity(backend.db, backend.deps, user.id, {
    provider: 'keycloak',
    identityId: person.sub,
    login: person.email,
    email: person.email,
    isEmailVerified: true,
    firstname: null,
    lastname: null,
    isConfirmation: false,
  })
  return { person, user }
}

test('a new person sees that the account is not connected, signs up, and gets to the requested page', {
  tag: '@heavy',
}, async ({ page, provider }) => {
  const newcomer = provider.add()
  await page.goto('/login')
  await viaKeycloak(page).click()
  await choose(page, newcomer)
  await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
  const text = 'this account is not properly connected to the Spaceport cloud'
  await expect(page.getByRole('main')).toContainText(text)
  await expect(
    page.getByRole('status').or(page.getByRole('alert')).getByText('Invalid Identity'),
  ).toBeVisible()
  await expectNoFaults(page)

  await page.getByRole('link', { name: 'Create an account' }).click()
  await viaKeycloak(page).click()
  await choose(page, newcomer)
  await expect(page.getByText('Your account has been created. Please login.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/profile?tab=settings')
  await expect(page).toHaveURL(/\/login$/)
  await viaKeycloak(page).click()
  const headings = await noteHeadings(page)
  await choose(page, newcomer)
  await expect(page).toHaveURL(/\/profile\?tab=settings$/)
  await expect.poll(() => [...headings]).toContain('Authentication Successful')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menu')).toContainText(newcomer.email)
})

test('a second identity is linked in a window of its own, signs in, and is deleted', {
  tag: '@heavy',
}, async ({ page, backend, provider }) => {
  const { user } = await linked(backend, provider)
  const second = provider.add()
  await backend.signIn(page, user)
  await page.goto('/profile')
  const table = page.getByRole('table', { name: 'Linked identities' })
  await expect(table.getByRole('row')).toHaveCount(2)

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a sign-in method' })
  const openWindow = async () => {
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Keycloak' }).click()
    return opened
  }
  await (await openWindow()).close()
  await expect(dialog).toContainText('The window was closed before the sign-in was finished.')

  const popup = await openWindow()
  await expect(popup.getByRole('heading', { name: 'Provider of the tests' })).toBeVisible()
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 500])
  const closed = popup.waitForEvent('close')
  await choose(popup, second)
  await expect(page.getByText('Authentication added')).toBeVisible()
  await closed
  const row = table.getByRole('row').filter({ hasText: second.email })
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await viaKeycloak(page).click()
  await choose(page, second)
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await page.goto('/profile')
  await row.getByRole('button', { name: /Delete the sign-in method/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Authentication deleted')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('button', { name: 'Keycloak' }).click()
  await expect(dialog).toContainText('The browser blocked the window.')
})

test('Back leads from the console to the page before the sign-in, and from the provider to a form that works', async ({
  page,
  backend,
  provider,
}) => {
  const { person } = await linked(backend, provider)
  await page.goto('/login/forgot-password')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await viaKeycloak(page).click()
  await expect(page.getByRole('heading', { name: 'Provider of the tests' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/login')
  await viaKeycloak(page).click()
  await choose(page, person)
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/login/forgot-password')

  // Returning from a used page of the provider is no failure for a signed-in person.
  await page.goto('/callback?error=this+sign-in+has+ended+already&state=keycloak.used')
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
})

test('after a failed or cancelled sign-in and after a sign-up, Back leads to no used page of the provider', {
  tag: '@heavy',
}, async ({ page, provider }) => {
  const newcomer = provider.add()
  const failed = page.getByRole('heading', { name: 'Authentication Failed' })
  await page.goto('/login/forgot-password')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await viaKeycloak(page).click()
  await choose(page, newcomer)
  await expect(failed).toBeVisible()
  await expect(page.getByRole('main')).toContainText('this account is not properly connected')
  await page.goBack()
  await expect(page).toHaveURL('/login/forgot-password')
  await expect(failed).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await viaKeycloak(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(failed).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('oauth'))),
  ).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL('/login/forgot-password')

  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await viaKeycloak(page).click()
  await choose(page, newcomer)
  await expect(page.getByText('Your account has been created. Please login.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.goBack()
  await expect(page).toHaveURL('/login')
  await expect(viaKeycloak(page)).toBeVisible()
})
