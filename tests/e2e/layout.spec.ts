import { aConnector } from '../support/builders'
import { forwards } from '../support/webhooks'
import { expect, test } from './support/test'

test('the theme and the language are stored; the auto theme follows the system', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  await backend.signIn(page, await backend.person())
  await page.goto('/spaces')
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect.poll(background).not.toBe(light)

  await page.goto('/profile?tab=settings')
  await page.getByRole('radio', { name: 'Čeština' }).or(page.getByLabel('Čeština')).first().check()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil a nastavení')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil a nastavení')
  await expect(page.locator('html')).toHaveAttribute('lang', 'cs')
  expect(await background()).not.toBe(light)

  await page.evaluate(() => localStorage.setItem('preferences', JSON.stringify({ darkMode: 'auto' })))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await expect.poll(background).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).not.toBe(light)
})

test('the menu follows the width of the window', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto('/spaces')
  await page.setViewportSize({ width: 1500, height: 900 })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByText('Devices')).toBeVisible()
  await expect(
    menu.getByText('Devices').locator('xpath=ancestor-or-self::*[@aria-disabled="true"]'),
  ).toHaveCount(1)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  await page.getByRole('button', { name: 'Expand menu' }).click()

  await page.setViewportSize({ width: 900, height: 900 })
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toHaveCount(0)

  await page.setViewportSize({ width: 375, height: 800 })
  await expect(menu).toHaveCount(0)
  await page.goto(`/space/${space.id}`)
  // The top bar has space for ten characters of the space's name.
  const name = page.getByRole('banner').getByText(space.name)
  await expect(name).toBeVisible()
  expect(await name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(65)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Devices' }).click()
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/devices`))
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
})

test('in a low window, a form that cannot be sent scrolls to the faulty field and its text', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.setViewportSize({ width: 1024, height: 420 })
  for (const [form, submit] of [
    ['connectors', 'Create connector'],
    ['devices', 'Create device'],
    ['alert-rules', 'Create rule'],
  ] as const) {
    await page.goto(`/space/${space.id}/${form}?create=true`)
    const field = page.getByRole('dialog').getByLabel('Name').first()
    await expect(field, form).toBeFocused()
    // Only the part between the title and the buttons scrolls.
    await page.locator('.MuiDialogContent-root').evaluate((body) => body.scrollTo(0, body.scrollHeight))
    await expect(field, form).not.toBeInViewport()
    const button = page.getByRole('button', { name: submit })
    await expect(button, form).toBeInViewport({ ratio: 1 })
    await button.click()
    const text = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
    await expect(text, form).toHaveClass(/Mui-error/)
    for (const part of [field, text]) await expect(part, form).toBeInViewport({ ratio: 1 })
  }
})

test('a slow first load shows its progress in the middle, and then the page', {
  tag: '@heavy',
}, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const sign = page.getByRole('img', { name: 'Loading' })
  await expect(sign).toBeVisible()
  // The sign rotates in place.
  const area = await sign.boundingBox()
  const size = page.viewportSize()
  expect(area && Math.round(area.x + area.width / 2)).toBe(size && size.width / 2)
  expect(area && Math.round(area.y + area.height / 2)).toBe(size && size.height / 2)
  release()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(sign).toHaveCount(0)
})

test('the spaces that need attention fit on a phone, with longer Czech words', { tag: '@heavy' }, async ({
  page,
  backend,
  receiver,
}) => {
  const person = await backend.person({ systemRole: 'admin' })
  const space = await backend.space(person)
  const tags = [await backend.tag(space)]
  const device = await backend.device(space, { tags })
  await aConnector(backend, space, { tags, retry_delays: [], transformation: forwards(receiver.url) })
  receiver.any((response) => void response.writeHead(500).end())
  await backend.messages(device, [{ level: 5 }])
  await backend.signIn(page, person)
  await page.evaluate(() => localStorage.setItem('preferences', JSON.stringify({ preferredLanguage: 'cs' })))
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin')
  const spaces = page.getByRole('table', { name: 'Prostory, které vyžadují pozornost' })
  await expect(async () => {
    await page.reload()
    await expect(spaces.getByRole('row', { name: space.name })).toBeVisible({ timeout: 3000 })
  }).toPass()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
