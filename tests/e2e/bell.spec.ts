import { noticesApi } from '#contract/notices'
import { expect, test } from './support/test'

test('the bell shows new alerts on every page, and leads to them by keyboard', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  await page.clock.install()
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'tank-1' })
  const { token } = person
  const body = { name: 'Tank nearly empty', condition: { kind: 'below', path: 'level', limit: 20 } }
  await backend.call('POST', `/spaces/${space.id}/alert-rules`, { token, body })
  await backend.signIn(page, person)
  /** Waits until the server has a new notice, and lets the page read it. */
  const comeToAsk = async () => {
    const count = async () => (await backend.call('GET', '/profile/notices/count', { token })).json()
    await expect.poll(async () => noticesApi.count.answer.parse(await count())).toEqual({ count: 1 })
    await page.clock.fastForward(15_000)
  }
  await page.goto('/spaces')
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await page.bringToFront()
  await backend.uplink(device, { body: { level: 12 } })
  await comeToAsk()
  const bell = page.getByRole('button', { name: 'Notifications, 1 new' })
  await expect(bell).toBeVisible()
  await expect(page.getByText('1 new notification', { exact: true })).toBeAttached()
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link')).toHaveText(
    new RegExp(`^New: Tank nearly empty in ${space.name}: tank-1Opened, `),
  )
  await page.keyboard.press('Escape')
  const seen = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect(seen).toBeFocused()

  await backend.uplink(device, { body: { level: 30 } })
  await comeToAsk()
  await expect(bell).toBeVisible()
  await bell.focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('link')).toContainText('Resolved, ')
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tank nearly empty' })).toBeVisible()
  await expect(seen).toBeVisible()

  await other.bringToFront()
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible({
    timeout: 30_000,
  })
})
