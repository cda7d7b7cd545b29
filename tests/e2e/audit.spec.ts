import { api } from '#contract'
import { expect, test } from './support/test'

test('an admin of a space sees who changed a device and undoes it; a system admin finds both in the whole log', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'pump-1' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}?edit=true`)
  await page.getByRole('textbox', { name: 'Name' }).fill('pump-2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'pump-2', level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Changes' }).click()
  const changes = page.getByRole('region', { name: 'Recent changes' })
  const updated = changes.getByRole('row').filter({ hasText: 'Device updated' })
  await expect(updated).toContainText(person.email)
  await expect(changes).toBeInViewport()
  await updated.getByRole('button', { name: /^Details of Device updated, pump-2/ }).press('Enter')
  const fields = changes.getByRole('group', { name: 'Changes' })
  await expect(fields).toContainText('pump-1')
  await expect(fields).toContainText('pump-2')

  await changes.getByRole('button', { name: 'Undo: Device updated, pump-2' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Undo this change to pump-2?' })
  await expect(question).toContainText('Name: pump-2 → pump-1')
  await question.getByRole('button', { name: 'Undo the change' }).click()
  await expect(changes.getByText(`Undone by ${person.email}`)).toBeVisible()
  await changes.getByRole('link', { name: 'pump-1' }).first().click()
  await expect(page.getByRole('heading', { name: 'pump-1', level: 1 })).toBeVisible()
  const stored = await backend.call('GET', `/spaces/${space.id}/devices/${device.id}`, {
    token: person.token,
  })
  expect(api.devices.get.answer.parse(await stored.json()).name).toBe('pump-1')

  await backend.signIn(page, await backend.person({ systemRole: 'admin' }))
  await page.goto('/admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('searchbox', { name: 'Space' }).fill(space.name)
  await page.getByRole('button', { name: 'Filter: Action' }).click()
  await page.getByRole('checkbox', { name: 'Device updated' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Device updated' })).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: 'Device created' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Undone' })).toContainText(person.email)
})
