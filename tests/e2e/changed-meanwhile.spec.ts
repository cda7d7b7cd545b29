import type { Page } from '@playwright/test'
import { devicesApi } from '#contract/devices'
import { aDevice, aKey, aMember } from '../support/builders'
import { expect, test } from './support/test'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('two tabs, two people and a key change one device at the same time: no change is lost', {
  tag: '@heavy',
}, async ({ page, context, browser, backend }) => {
  // The test loads three pages.
  test.slow()
  const anna = await backend.person({ firstname: 'Anna', lastname: 'Malá' })
  const space = await backend.space(anna)
  const dana = await aMember(backend, space, 'admin', {
    user: await backend.person({ firstname: 'Dana', lastname: 'Nová' }),
  })
  const device = await aDevice(backend, space, { name: 'pump-1', comment: 'in the cellar' })
  const key = await aKey(backend, space, { name: 'importer', permissions: ['space:device:update'] })
  const address = `/space/${space.id}/devices/${device.id}?edit=true`

  const second = await context.newPage()
  const danas = await (await browser.newContext({ baseURL: backend.url })).newPage()
  await backend.signIn(page, anna)
  await backend.signIn(danas, dana)
  for (const each of [page, second, danas]) {
    await each.goto(address)
    await expect(each.getByLabel('Name')).toHaveValue('pump-1')
  }

  await page.getByLabel('Comment').fill('at the gate')
  await save(page)
  await expect(page).not.toHaveURL(/edit/)

  await second.getByLabel('Name').fill('valve-1')
  await save(second)
  await expect(
    second.getByText('Anna Malá changed “Comment” in the meantime. This change is kept.'),
  ).toBeVisible()

  const path = `/spaces/${space.id}/devices/${device.id}`
  const byKey = await backend.call('PUT', path, { key: key.id, body: { external_id: 'ERP-17' } })
  expect(byKey.status).toBe(200)

  await danas.getByLabel('Comment').fill('on the roof')
  await danas.keyboard.press('Tab')
  await save(danas)
  const dialog = danas.getByRole('dialog', { name: 'Someone else changed this too' })
  await expect(dialog.getByText('at the gate')).toBeVisible()
  await expect(dialog.getByText('on the roof')).toBeVisible()
  // Use only the keyboard.
  await danas.keyboard.press('Tab')
  await danas.keyboard.press('Space')
  await expect(dialog.getByRole('radio', { name: 'Yours' })).toBeChecked()
  await danas.keyboard.press('Enter')
  await expect(
    danas.getByText('importer changed “External id” in the meantime. This change is kept.'),
  ).toBeVisible()
  await expect(danas).not.toHaveURL(/edit/)

  const stored = await backend.call('GET', path, { token: anna.token })
  expect(devicesApi.get.answer.parse(await stored.json())).toMatchObject({
    name: 'valve-1',
    comment: 'on the roof',
    external_id: 'ERP-17',
  })
})
