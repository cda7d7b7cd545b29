import { aClaimToken, aSerialNumber } from '../support/builders'
import { expect, test } from './support/test'

test('a device is claimed, its first session and data arrive, it is edited and deleted', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.tag(space, 'greenhouse')
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)

  await page.getByRole('button', { name: 'Create device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a device' })
  await dialog.getByRole('button', { name: 'Create device' }).click()
  await expect(dialog.getByText('Serial Number is required and should consist of 10 numbers')).toBeVisible()
  await expect(dialog.getByText('Token is required and should consist of 32 characters.')).toBeVisible()

  const [serial, token] = [aSerialNumber(), aClaimToken()]
  await dialog.getByLabel('Name').first().fill('first-device')
  await dialog.getByLabel('Serial number').fill(serial)
  const tokenInput = dialog.getByLabel('Claim token')
  await expect(tokenInput).toHaveAttribute('type', 'password')
  await tokenInput.fill(token)
  await expect(tokenInput).toHaveAttribute('type', 'text')
  await dialog.getByRole('button', { name: 'Create device' }).click()

  await expect(page.getByRole('heading', { name: 'first-device', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/devices/[^/?]+$`))
  await expect(page.getByText('never').first()).toBeVisible()

  const proof = { serial_number: serial, token }
  await backend.uplink(proof, { type: 'session', body: { up: { app_fw_name: 'demo' } } })
  await backend.uplink(proof, { body: { thermometer: { temperature: 21 } } })
  await expect(page.getByText('never')).toHaveCount(0, { timeout: 30_000 })

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Comment').fill('In the third row')
  await page.getByRole('button', { name: 'Add label' }).click()
  const row = page.getByRole('group', { name: 'Label 1' })
  await row.getByLabel('Name').fill('site')
  await row.getByLabel('Value').fill('Brno')
  await page.getByRole('button', { name: 'Add label' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('In the third row')).toBeVisible()
  await expect(page.getByText('Brno')).toBeVisible()

  await page.reload()
  await expect(page.getByText('In the third row')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/devices`))
  await expect(page.getByText('first-device')).toHaveCount(0)
})

test('a serial number that is taken is refused in the dialog, and nothing typed is lost', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const taken = await backend.device(await backend.space(await backend.person()))
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices?create=true`)
  const dialog = page.getByRole('dialog', { name: 'Create a device' })
  await dialog.getByLabel('Name').first().fill('second-device')
  await dialog.getByLabel('Serial number').fill(taken.serial_number)
  await dialog.getByLabel('Claim token').fill(aClaimToken())
  await dialog.getByRole('button', { name: 'Create device' }).click()
  await expect(dialog.getByText('A device with this serial number has already been claimed')).toBeVisible()
  await expect(dialog.getByLabel('Name').first()).toHaveValue('second-device')
})

test('the claim token reaches neither the address nor the storage of the browser', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices?create=true`)
  const dialog = page.getByRole('dialog', { name: 'Create a device' })
  const token = aClaimToken()
  await dialog.getByLabel('Claim token').fill(token)
  await dialog.getByLabel('Name').first().fill('draft-device')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const kept = await page.evaluate(() =>
    [...Object.values(localStorage), ...Object.values(sessionStorage), location.href].join('\n'),
  )
  expect(kept).not.toContain(token)
})

test('tags are added to and removed from many devices, with a result for each', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.tag(space, 'greenhouse')
  for (const name of ['bulk-a', 'bulk-b', 'bulk-c']) await backend.device(space, { name })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await expect(page.getByRole('row', { name: /bulk-a/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible()

  await page.getByRole('button', { name: 'Add tags' }).click()
  const dialog = page.getByRole('dialog', { name: /^Add tags to 3 devices/ })
  await dialog.getByRole('combobox').fill('green')
  await page.getByRole('option', { name: 'greenhouse' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add tags' }).click()
  await expect(dialog.getByRole('status')).toContainText('3 done')
  await dialog.getByRole('button', { name: /Close/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'greenhouse' })).toHaveCount(3)
})

test('what failed of a bulk delete can be tried again', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  for (const name of ['bulk-a', 'bulk-b']) await backend.device(space, { name })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  let refused = 0
  await page.route(/\/v2\/spaces\/[^/]+\/devices\/[^/]+$/, (route) => {
    if (route.request().method() !== 'DELETE' || refused > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 500, body: 'not now', contentType: 'text/plain' })
  })
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete 2 devices/ })
  await dialog.getByRole('button', { name: 'Delete 2 devices' }).click()
  await expect(dialog.getByRole('status')).toContainText('1 done')
  await expect(dialog.getByText('not now')).toBeVisible()
  await dialog.getByRole('button', { name: 'Retry 1 device' }).click()
  await expect(dialog.getByText('not now')).toHaveCount(0)
  await dialog.getByRole('button', { name: /Close/ }).click()
  await expect(page.getByText(/There are no devices here/)).toBeVisible()
})
