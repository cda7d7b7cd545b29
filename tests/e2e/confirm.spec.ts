import { eq } from 'drizzle-orm'
import { MINUTE } from '#contract/common/durations'
import { authSession } from '../../server/db/schema'
import { aKey } from '../support/builders'
import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

test('deleting a key asks for a confirmation when the sign-in is old; the focus goes there and returns', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const key = await aKey(backend, space, { name: 'reporter' })
  await backend.signIn(page, person)
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`/space/${space.id}/keys/${key.id}?edit=true`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('typed-and-kept')
  const confirmedAt = new Date(Date.now() - 16 * MINUTE)
  await backend.db.update(authSession).set({ confirmedAt }).where(eq(authSession.userId, person.id))

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete the key reporter?' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
  }
  const password = page
    .getByRole('dialog', { name: "Confirm that it's you" })
    .getByLabel('Password', { exact: true })
  await remove()
  await expect(password).toBeFocused()
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not done: you did not confirm your identity')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(name).toHaveValue('typed-and-kept')
  // Buttons of a form do not take the focus.
  await expect(name).toBeFocused()

  await remove()
  await expect(password).toBeFocused()
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/keys$`))
  await expect(page.getByRole('link', { name: 'reporter' })).toHaveCount(0)
})
