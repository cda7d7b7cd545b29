import type { Browser, Page } from '@playwright/test'
import type { TestSpace, TestUser } from '../support/builders'
import { startMailbox } from '../support/mailbox'
import type { Backend } from './support/backend'
import { test as base, expect, signInByForm } from './support/test'

type Mailbox = Awaited<ReturnType<typeof startMailbox>>

interface Post {
  mailbox: Mailbox
  server: Backend
}

/** A server that sends its e-mails to a mailbox, and a space of this test with an admin who is signed in. */
const test = base.extend<{ post: Post & { space: TestSpace } }, { office: Post }>({
  office: [
    async ({ backend }, use) => {
      const mailbox = await startMailbox()
      await use({ mailbox, server: await backend.ownServer({ mailbox }) })
      await mailbox.stop()
    },
    { scope: 'worker' },
  ],
  post: async ({ office, page }, use) => {
    const space = await office.server.space(await office.server.person())
    await office.server.signIn(page, space.owner)
    await use({ ...office, space })
  },
})

const PASSWORD = 'a new password'

/** A browser of somebody else. */
async function otherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  return context.newPage()
}

async function invite(page: Page, server: Backend, space: TestSpace, email: string, role: 'User' | 'Admin') {
  await page.goto(`${server.url}/space/${space.id}/users`)
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a user' })
  await dialog.getByLabel('E-mail').fill(` ${email} `)
  await dialog.getByRole('combobox', { name: 'Space role' }).click()
  await page.getByRole('option', { name: role }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('User has been invited to the space')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Sent')
}

async function signUp(guest: Page, link: string) {
  await guest.goto(link)
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByLabel('Password again').fill(PASSWORD)
  await guest.getByRole('button', { name: 'Create an account' }).click()
}

/** Signs in with the address that the form knows already. */
async function signInAs(guest: Page, email: string) {
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sign in to Spaceport')
  await expect(guest.getByLabel('E-mail')).toHaveValue(email)
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign in' }).click()
}

/** Counts the calls that the server denies. */
function deniedCalls(page: Page): string[] {
  const denied: string[] = []
  page.on('response', (answer) => {
    if ([401, 403].includes(answer.status())) denied.push(`${answer.status()} ${answer.url()}`)
  })
  return denied
}

const inSpace = (space: TestSpace, section: string) => new RegExp(`/space/${space.id}/${section}$`)

async function changeRole(page: Page, server: Backend, space: TestSpace, { id }: TestUser, role: string) {
  await page.goto(`${server.url}/space/${space.id}/users/${id}?edit=true`)
  await page.getByRole('combobox', { name: 'Space role' }).click()
  await page.getByRole('option', { name: role }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

test('a person with an account is invited, accepts by the link, and later loses the admin role', async ({
  page,
  browser,
  post: { mailbox, server, space },
}) => {
  const person = await server.person()
  await invite(page, server, space, person.email, 'Admin')
  const { link } = await mailbox.newest(person.email)

  const guest = await otherPage(browser)
  await guest.goto(link)
  await signInByForm(guest, person)
  const dialog = guest.getByRole('dialog', { name: 'Invitation' })
  await expect(dialog).toContainText(`You were invited to the space ${space.name} as an admin`)
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(inSpace(space, 'devices'))
  const create = guest.getByRole('button', { name: 'Create device' })
  await expect(create).toBeEnabled()

  const denied = deniedCalls(guest)
  await changeRole(page, server, space, person, 'User')
  await create.click()
  const form = guest.getByRole('dialog', { name: 'Create a device' })
  await form.getByLabel('Name').first().fill('too-late')
  await form.getByLabel('Serial number').fill('1234567890')
  await form.getByLabel('Claim token').fill('0123456789abcdef0123456789abcdef')
  await form.getByRole('button', { name: 'Create device' }).click()
  await expect(guest).toHaveURL(/\/spaces$/)
  await guest.getByRole('link', { name: space.name, exact: true }).click()
  await expect(guest).toHaveURL(inSpace(space, 'devices'))
  await expect(create).toBeDisabled()
  await expect(create).toHaveAccessibleDescription('Your role does not allow this.')
  await expect(
    guest.getByText('There are no devices here. Only admins of this space can create one.'),
  ).toBeVisible()
  expect(denied).toHaveLength(1)
})

test('a new person registers by the link, which works once', async ({
  page,
  browser,
  post: { mailbox, server, space },
}) => {
  const email = 'new.person@example.com'
  await invite(page, server, space, email, 'User')
  const { link } = await mailbox.newest(email)

  const guest = await otherPage(browser)
  await signUp(guest, link)
  await expect(guest.getByText(/Your account has been created\. Please login\./).first()).toBeVisible()
  await signInAs(guest, email)
  await expect(guest).toHaveURL(inSpace(space, 'devices'))
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Accepted')

  await signUp(guest, link)
  await expect(guest.getByText(/This link no longer works\. Ask the person who invited you/)).toBeVisible()
})

test('a new person with a copied link verifies the e-mail address first', async ({
  page,
  browser,
  post: { mailbox, server, space },
}) => {
  const email = 'copied.link@example.com'
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await invite(page, server, space, email, 'User')
  await page.getByRole('link', { name: email, exact: true }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText(/still has to verify the e-mail address/)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const guest = await otherPage(browser)
  await signUp(guest, link)
  await expect(guest.getByText(/If an e-mail with a link has just arrived in your mailbox/)).toBeVisible()
  await signInAs(guest, email)
  await expect(guest.getByText('Email not verified').first()).toBeVisible()
  await guest.goto((await mailbox.newest(email, 2)).link)
  await expect(guest.getByText('Your e-mail address is verified. You can sign in now.')).toBeVisible()
  await guest.getByRole('link', { name: 'Back to sign-in' }).click()
  await signInByForm(guest, { email, password: PASSWORD })
  await expect(guest).toHaveURL(inSpace(space, 'devices'))
})

test('an admin who gives up the role is asked first, and goes on as a user without a denied call', async ({
  page,
  backend,
}) => {
  const [anna, other] = [await backend.person(), await backend.person()]
  const space = await backend.space(anna, { members: [{ person: other, role: 'admin' }] })
  await backend.signIn(page, anna)
  const denied = deniedCalls(page)
  await page.goto(`/space/${space.id}/users/${anna.id}?edit=true`)
  await page.getByRole('combobox', { name: 'Space role' }).click()
  await page.getByRole('option', { name: 'User' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Become a user' }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeDisabled()
  expect(denied).toEqual([])
})
