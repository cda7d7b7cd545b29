import type { Page } from '@playwright/test'
import { variablesApi } from '#contract/variables'
import { aVariable, lockVariable } from '../support/builders'
import type { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

/** A signed-in person on the variables of their space. */
async function open(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  const path = `/space/${space.id}/variables`
  const count = async () => {
    const answer = await backend.call('GET', `/spaces/${space.id}/variables/count`, { token: person.token })
    return variablesApi.count.answer.parse(await answer.json()).count
  }
  return { space, path, count }
}

test('300 rows of a file are imported, the bad ones are told and left out', async ({ page, backend }) => {
  const { space, path, count } = await open(page, backend)
  const device = await backend.device(space, { name: 'valve-shaft-7' })
  const rows = Array.from({ length: 300 }, (_, i) => {
    if (i % 100 === 50) return `ab;A0;wmbus;;`
    if (i % 100 === 60) return `${60_000_000 + i};A0;wmbus;;nobody`
    return `${60_000_000 + i};${i.toString(16).padStart(32, '0')};wmbus;Meter ${i};${i % 2 ? device.serial_number : 'valve-shaft-7'}`
  })
  const buffer = Buffer.from(`\uFEFFNázev;Hodnota;Prostředí;Komentář;Zařízení\r\n${rows.join('\r\n')}`)
  await page.goto(path)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByText('294 variables can be imported.')).toBeVisible()
  await expect(dialog.getByText('6 rows have problems and are left out.')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Only rows with problems' }).check()
  await expect(dialog.getByText('no device has this serial number, name or id')).toHaveCount(3)
  await dialog.getByRole('switch', { name: 'Only rows with problems' }).uncheck()
  await dialog.getByText('1–10 of 300').scrollIntoViewIfNeeded()
  await dialog.getByRole('button', { name: 'Import 294 variables' }).click()
  await expect(dialog.getByRole('progressbar')).toBeInViewport()
  await expect(dialog.getByText('294 done')).toBeVisible({ timeout: 60_000 })
  expect(await count()).toBe(294)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download what failed' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^variables-failed-.*\.csv$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1–10 of 294')).toBeVisible()
})

test('the dialogs and a locked variable have no accessibility faults', async ({ page, backend }) => {
  const { space, path } = await open(page, backend)
  const locked = await aVariable(backend, space, { name: '20480001' })
  await lockVariable(backend, locked.id)

  await page.goto(path)
  await page.getByRole('button', { name: 'Create variable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create variable' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  await dialog.getByRole('textbox', { name: 'Or paste the rows' }).fill('name,value\nab,A0\nmeter-1,A0')
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Read the rows' }).click()
  await expect(dialog.getByText('1 row has a problem and is left out.')).toBeVisible()
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${path}/${locked.id}`)
  await expect(page.getByRole('region', { name: 'Variable' })).toBeVisible()
  await expectNoFaults(page)
})
