import { eq } from 'drizzle-orm'
import { authenticator } from '../../server/db/schema'
import type { TestUser } from '../support/builders'
import { codeOf } from '../support/secondFactor'
import type { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { expect, signInByForm, test } from './support/test'

/** Lets the app use the current code again, as if half a minute had passed. */
const passStep = ({ db }: Backend, { id }: TestUser) =>
  db.update(authenticator).set({ lastStep: 0 }).where(eq(authenticator.userId, id))

test('an app is set up from its secret, and required at the next sign-in', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  await backend.signIn(page, person)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Security' }).click()
  const section = page.getByRole('region', { name: 'Authenticator app' })
  await section.getByRole('button', { name: 'Set up' }).click()
  await expect(section.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await expectNoFaults(page)
  const code = section.getByLabel('Code that the app shows')
  await expect(code).toBeFocused()
  await code.fill('12345')
  await page.keyboard.press('Enter')
  await expect(section.getByText('the code is wrong')).toBeVisible()
  await code.fill(codeOf(secret, new Date()))
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await dialog.getByRole('listitem').allInnerTexts()
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await dialog.getByLabel('I have saved the codes').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByText('On since')).toBeVisible()
  await expect(page.getByText('10 codes are left.')).toBeVisible()

  await backend.revokeTokens(person)
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Remember me').uncheck()
  await signInByForm(page, person)
  const input = page.getByLabel('Code from the app')
  await expect(input).toBeFocused()
  await expectNoFaults(page)
  await input.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is wrong or has already been used')
  await passStep(backend, person)
  await input.fill(codeOf(secret, new Date()))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\/security$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await backend.revokeTokens(person)
  await page.reload()
  await signInByForm(page, person)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await signInByForm(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type(recoveryCode.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('9 codes are left.')).toBeVisible()
})
