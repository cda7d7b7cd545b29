import { variablesApi } from '#contract/variables'
import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

test('rows of a file are imported; invalid ones are reported, left out and saved as a file', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'valve-shaft-7' })
  const rows = Array.from({ length: 60 }, (_, i) => {
    if (i % 20 === 10) return `ab;A0;wmbus;;`
    if (i % 20 === 15) return `${60_000_000 + i};A0;wmbus;;nobody`
    return `${60_000_000 + i};${i.toString(16).padStart(32, '0')};wmbus;Meter ${i};${i % 2 ? device.serial_number : 'valve-shaft-7'}`
  })
  const buffer = Buffer.from(`\uFEFFNázev;Hodnota;Prostředí;Komentář;Zařízení\r\n${rows.join('\r\n')}`)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/variables`)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  await expect(dialog.getByRole('textbox', { name: 'Or paste the rows' })).toBeVisible()
  await expectNoFaults(page)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByText('54 variables can be imported.')).toBeVisible()
  await expect(dialog.getByText('6 rows have problems and are skipped.')).toBeVisible()
  await expectNoFaults(page)
  await dialog.getByRole('switch', { name: 'Only rows with problems' }).check()
  await expect(dialog.getByText('no device has this serial number, name or id')).toHaveCount(3)
  await dialog.getByRole('switch', { name: 'Only rows with problems' }).uncheck()
  await dialog.getByText('1–10 of 60').scrollIntoViewIfNeeded()

  // The calls wait until the progress was seen.
  let goOn = () => {}
  const seen = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(/\/variables$/, async (route) => {
    await seen
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Import 54 variables' }).click()
  await expect(dialog.getByRole('progressbar')).toBeInViewport()
  goOn()
  await expect(dialog.getByText('54 done')).toBeVisible()
  const answer = await backend.call('GET', `/spaces/${space.id}/variables/count`, { token: person.token })
  expect(variablesApi.count.answer.parse(await answer.json()).count).toBe(54)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download failed rows' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^variables-failed-.*\.csv$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1–10 of 54')).toBeVisible()
})
