import { eq } from 'drizzle-orm'
import { authSession } from '../../server/db/schema'
import { aKey, type TestUser } from '../support/builders'
import type { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { expect, signInByForm, test } from './support/test'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Moves the sign-in of a person into the past. */
const age = async (backend: Backend, { id }: TestUser) => {
  const confirmedAt = new Date(Date.now() - 16 * 60_000)
  await backend.db.update(authSession).set({ confirmedAt }).where(eq(authSession.userId, id))
}

test('deleting a key asks who the person is when the sign-in is old, and then goes on by itself', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const key = await aKey(backend, space, { name: 'reporter' })
  await backend.signIn(page, person)
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`/space/${space.id}/keys/${key.id}?edit=true`)
  await page.getByRole('textbox', { name: 'Name' }).fill('typed-and-kept')
  await age(backend, person)

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete the key reporter?' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const password = dialog.getByLabel('Password', { exact: true })

  await remove()
  await expect(password).toBeFocused()
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Not done: you did not confirm your identity')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('typed-and-kept')
  // The buttons of a form leave the focus where it is.
  await expect(name).toBeFocused()

  await remove()
  await expect(password).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Required')).toBeVisible()
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The password is wrong')).toBeVisible()
  await expect(password).toBeFocused()
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/keys$`))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'reporter' })).toHaveCount(0)
})

test('a person sees where they are signed in, and ends a session, whose tab asks to sign in', async ({
  page,
  backend,
  browser,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const elsewhere = await browser.newContext({ baseURL: backend.url, userAgent: FIREFOX })
  const there = await elsewhere.newPage()
  await there.goto('/login')
  await signInByForm(there, person)
  await expect(there.getByRole('link', { name: space.name, exact: true })).toBeVisible()
  await page.goto('/login')
  await signInByForm(page, person)
  await expect(page).toHaveURL(/\/spaces$/)

  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  const rows = section.getByRole('listitem')
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first()).toContainText('Signed in with the password')
  const end = section.getByRole('button', { name: 'End the session of Firefox on Windows' })
  await end.click()
  await expect(page.getByText('Signed out: Firefox on Windows')).toBeVisible()
  await expect(end).toHaveCount(0)
  await expectNoFaults(page)

  await there.getByRole('link', { name: space.name, exact: true }).click()
  await expect(there).toHaveURL(/\/login$/)
  await elsewhere.close()

  // The builder's own session is left.
  await section.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(section.getByText('You are not signed in anywhere else.')).toBeVisible()
  await expect(rows).toHaveCount(1)
})
