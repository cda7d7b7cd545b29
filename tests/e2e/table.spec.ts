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
  expect(calls.filter((call) => call.startsWith('count'))).toHaveLength(1)
  expect(calls.findLast((call) => call.startsWith('devices'))).toMatch(/offset=[0-9a-f]{8}-/)

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

test('sorting by a header is told to screen readers and starts on the first page', async ({ page }) => {
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 25')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByText('1–10 of 25')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('row').nth(1)).toContainText('device-01')
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '26')
})

test('hidden columns stay hidden', async ({ page }) => {
  await expect(page.getByRole('columnheader', { name: 'Comment' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Comment' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Comment' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Comment' })).toHaveCount(0)
})

test('an auto-refresh keeps the focus, an open row and the selection', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Select device-24' }).check()
  await page.getByRole('button', { name: 'Details of device-23' }).click()
  await expect(page.getByRole('button', { name: 'Details of device-23' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await page.getByRole('link', { name: 'device-22', exact: true }).focus()
  const refreshed = page.waitForResponse(/\/devices\?/)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByLabel('Auto-refresh').selectOption({ label: '2 s' })
  await page.getByRole('link', { name: 'device-22', exact: true }).focus()
  await refreshed
  await page.waitForResponse(/\/devices\?/)
  await expect(page.getByRole('link', { name: 'device-22', exact: true })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Select device-24' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Details of device-23' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
})

test('below 1024 px rows are cards and the create button is in the header', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'device-25', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create device' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('an invalid address still shows the list', async ({ page }) => {
  const url = new URL(page.url())
  for (const search of [
    '?page=-5',
    '?perPage=99999',
    '?filter=not%20json',
    '?filter=%7B%22__proto__%22%3A%7B%7D%7D',
    '?sort=nope&order=UP',
    '?page=1e99',
  ]) {
    await page.goto(url.pathname + search)
    await expect(page.getByRole('link', { name: /^device-\d\d$/ }).first()).toBeVisible()
  }
})
