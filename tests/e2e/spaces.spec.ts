import { expect, test } from './support/test'

test('a space is created with the suggested name, renamed and deleted', async ({ page, backend }) => {
  await backend.signIn(page, await backend.person())
  await page.goto('/spaces')
  await page.getByRole('button', { name: 'Create space' }).click()
  const dialog = page.getByRole('dialog', { name: 'New space' })
  await dialog.getByRole('button', { name: 'Create space' }).click()
  await expect(dialog.getByText('name required')).toBeVisible()

  await dialog.getByLabel('Name').fill('Můj první Prostor')
  await expect(dialog.getByText("Input doesn't match the required pattern.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Use the suggested name muj-prvni-prostor' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('muj-prvni-prostor')
  await dialog.getByRole('button', { name: 'Create space' }).click()
  await expect(page).toHaveURL(/\/space\/[^/]+\/devices$/)
  await expect(page.getByText(/There are no devices here\. Please use the button/)).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/spaces$/)
  await expect(dialog).toHaveCount(0)
  await page.goForward()

  await page.getByRole('button', { name: 'Space muj-prvni-prostor' }).click()
  await expect(page.getByRole('option', { name: /muj-prvni-prostor/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Space info' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).dblclick()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/edit=true/)
  await page.getByLabel('Name').fill('renamed-space')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'renamed-space', level: 1 })).toBeVisible()
  await expect(page).not.toHaveURL(/edit=true/)

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/spaces$/)
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await expect(page.getByText('renamed-space')).toHaveCount(0)
})

test('an invitation is accepted from the list', async ({ page, backend }) => {
  const owner = await backend.person()
  const guest = await backend.person()
  const space = await backend.space(owner, { members: [{ person: guest, role: 'user', invited: true }] })
  await backend.signIn(page, guest)
  await page.goto('/spaces')
  await page.getByRole('button', { name: `Accept the invitation to ${space.name}` }).click()
  await page.getByRole('link', { name: space.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
})

test('a reader sees why they cannot change anything', async ({ page, backend }) => {
  const reader = await backend.person()
  const owner = await backend.person()
  const space = await backend.space(owner, { members: [{ person: reader, role: 'user' }] })
  await backend.device(space)
  await backend.signIn(page, reader)
  await page.goto(`/space/${space.id}/devices?create=true`)
  await expect(page.getByRole('button', { name: /Create device/ })).toBeDisabled()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/space/${space.id}`)
  await expect(page.getByRole('button', { name: /Edit/ })).toBeDisabled()
})

test('a space of other people is not found', async ({ page, backend }) => {
  const space = await backend.space(await backend.person())
  await backend.signIn(page, await backend.person())
  await page.goto(`/space/${space.id}`)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await page.goto(`/space/${space.id}/devices`)
  await expect(page.getByText(space.name)).toHaveCount(0)
})

test('a failed save returns to the view, and what was typed is offered again', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}?edit=true`)
  await page.getByLabel('Name').fill('another-name')
  await page.route(/\/v2\/spaces\/[^/]+$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, body: 'the name is taken', contentType: 'text/plain' })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('the name is taken').first()).toBeVisible()
  await expect(page).not.toHaveURL(/edit=true/)
  await page.unroute(/\/v2\/spaces\/[^/]+$/)

  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('another-name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'another-name', level: 1 })).toBeVisible()
})

test('spaces are filtered by when they were created, with mistakes named', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto('/spaces')
  await page.getByRole('button', { name: 'Filter: Created' }).click()
  const start = page.getByRole('textbox', { name: 'Start', exact: true })
  const end = page.getByRole('textbox', { name: 'End', exact: true })

  await start.fill('yesterday')
  await start.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Invalid date')
  await expect(start).toHaveAttribute('aria-invalid', 'true')

  await start.fill('2001-01-02T00:00:00.000Z')
  await end.fill('2001-01-01T00:00:00.000Z')
  await end.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Error - End date must be greater than start date')

  await end.fill('2001-01-03T00:00:00.000Z')
  await end.press('Enter')
  await expect(page.getByText('No data available')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No data available')).toBeVisible()

  await page.getByRole('button', { name: 'Filter: Created' }).click()
  await page.getByRole('button', { name: 'Last 15 minutes' }).click()
  await expect(page.getByRole('link', { name: space.name, exact: true })).toBeVisible()
})
