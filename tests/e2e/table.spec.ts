import { expect, test } from './support/test'

const NAMES = Array.from({ length: 25 }, (_, n) => `device-${String(n + 1).padStart(2, '0')}`)

test.beforeEach(async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  for (const name of NAMES) await backend.device(space, { name })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await expect(page.getByRole('link', { name: 'device-25', exact: true })).toBeVisible()
})

test('filters live in the address and survive a reload and the way back', async ({ page }) => {
  const filter = page.getByRole('searchbox', { name: 'Name' })
  await filter.fill('-2')
  await expect(page.getByText('At least 3 characters')).toBeVisible()
  await expect(page.getByRole('link', { name: 'device-19', exact: true })).toBeVisible()

  await filter.fill('device-2')
  await expect(page.getByRole('row')).toHaveCount(1 + 6)
  await expect(page).toHaveURL(/device-2/)
  await page.reload()
  await expect(filter).toHaveValue('device-2')
  await expect(page.getByRole('row')).toHaveCount(1 + 6)

  await page.getByRole('link', { name: 'device-21', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'device-21', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(filter).toHaveValue('device-2')
  await expect(page.getByRole('row')).toHaveCount(1 + 6)

  await filter.fill('no such device')
  await expect(page.getByText('No data available')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).first().click()
  await expect(page.getByRole('link', { name: 'device-25', exact: true })).toBeVisible()
})

test('paging asks by cursor, counts once, and clamps the page number', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/\/devices(\/count)?$/.test(pathname) && pathname.startsWith('/v2'))
      calls.push(pathname.split('/').at(-1) + search)
  })
  await page.reload()
  await expect(page.getByText('1–10 of 25')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 25')).toBeVisible()
  await expect.poll(() => calls.findLast((call) => call.startsWith('devices'))).toMatch(/offset=[0-9a-f]{8}-/)
  expect(calls.filter((call) => call.startsWith('count'))).toHaveLength(1)

  const pageNumber = page
    .getByRole('spinbutton', { name: 'Page' })
    .or(page.getByRole('textbox', { name: 'Page' }))
  await pageNumber.fill('99')
  await pageNumber.press('Enter')
  await expect(page.getByText('21–25 of 25')).toBeVisible()
  await expect(pageNumber).toHaveValue('3')
  await pageNumber.fill('-4')
  await pageNumber.press('Enter')
  await expect(page.getByText('1–10 of 25')).toBeVisible()

  await page.getByLabel('Rows per page').selectOption('20')
  await expect(page.getByText('1–20 of 25')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1–20 of 25')).toBeVisible()
})
