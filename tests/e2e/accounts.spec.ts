import type { Page } from '@playwright/test'
import { startMailbox } from '../support/mailbox'
import type { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { test as base, expect, signInByForm } from './support/test'

type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** A server that sends e-mails to a mailbox. */
const test = base.extend<object, { post: { mailbox: Mailbox; server: Backend } }>({
  post: [
    async ({ backend }, use) => {
      const mailbox = await startMailbox()
      await use({ mailbox, server: await backend.ownServer({ mailbox }) })
      await mailbox.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const PASSWORD = 'a new password'

async function chooseNew(page: Page, password: string) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
}

const spaces = (page: Page) => page.getByRole('heading', { name: 'Spaces', level: 1 })

test('a person signs up, verifies the address by e-mail, signs in, and replaces a forgotten password', {
  tag: '@heavy',
}, async ({ page, browser, post: { mailbox, server } }) => {
  const email = 'new.person@example.com'
  await page.goto(`${server.url}/login`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expectNoFaults(page)
  await page.getByLabel('E-mail').fill(email)
  await chooseNew(page, 'my first password')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('Your account has been created. Please login.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto((await mailbox.newest(email)).link)
  await page.getByRole('button', { name: 'Verify this address' }).click()
  await expect(page.getByText('Your e-mail address is verified. You can sign in now.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Verify this address' }).click()
  await expect(page.getByText('the link is wrong, has expired or was used already')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInByForm(page, { email, password: 'my first password' })
  await expect(spaces(page)).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(`${server.url}/login/forgot-password`)
  await other.getByLabel('E-mail').fill(email)
  await other.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(other.getByText('Password reset e-mail has been sent. Please check your inbox.')).toBeVisible()
  await other.goto((await mailbox.newest(email, 2)).link)
  await chooseNew(other, PASSWORD)
  await other.getByRole('button', { name: 'Set password' }).click()
  await expect(other.getByText('Password was successfully reset. Please login.')).toBeVisible()
  await signInByForm(other, { email, password: PASSWORD })
  await expect(spaces(other)).toBeVisible()
  await other.context().close()

  // Former sessions have ended.
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
})

test('an admin invites a new person, who registers with the link of the e-mail and is in the space', {
  tag: '@heavy',
}, async ({ page, browser, post: { mailbox, server } }) => {
  const email = 'guest@example.com'
  const space = await server.space(await server.person())
  await server.signIn(page, space.owner)
  await page.goto(`${server.url}/space/${space.id}/users`)
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a user' })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByText('User has been invited to the space')).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText('Sent')

  const guest = await (await browser.newContext()).newPage()
  await guest.goto((await mailbox.newest(email)).link)
  await chooseNew(guest, PASSWORD)
  await guest.getByRole('button', { name: 'Create an account' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sign in to Spaceport')
  await expect(guest.getByLabel('E-mail')).toHaveValue(email)
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign in' }).click()
  await expect(guest).toHaveURL(`${server.url}/space/${space.id}/devices`)
  await guest.context().close()
  await page.reload()
  await expect(row).toContainText('Accepted')
})
