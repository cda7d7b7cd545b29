import { eq } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import { deviceContact } from '../../server/db/schema'
import { expect, test } from './support/test'

test('the wall screen shows all that needs attention, with the time, at the usual screen sizes; a phone scrolls', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  /** Adds devices that have been silent for a week. */
  const silence = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const device = await backend.device(space, { name: `well-${i}` })
      await backend.uplink(device, { body: { level: i } })
      const [lastSeen, silentAt] = [7, 6].map((days) => new Date(Date.now() - days * DAY))
      const contact = { lastSeen, expectedAt: silentAt, lateAt: silentAt, silentAt, usualInterval: 1800 }
      await backend.db.update(deviceContact).set(contact).where(eq(deviceContact.deviceId, device.id))
    }
  }
  await silence(6)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/overview?kiosk`)
  const wall = page.getByRole('dialog')
  await expect(wall.getByText(/^As of \d\d:\d\d:\d\d$/)).toBeVisible()
  await expect(wall.getByText(/^\d\d:\d\d$/).first()).toBeVisible()
  const excess = () => wall.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  const lines = wall.getByText('Silent for')
  const zoom = () => wall.getByRole('heading', { level: 1 }).evaluate((title) => title.currentCSSZoom)
  const widest = () =>
    wall
      .getByRole('region')
      .evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().width)))

  for (const [width, height] of [
    [3840, 2160],
    [1920, 1080],
    [1366, 768],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(excess, `${width} × ${height}`).toBeLessThanOrEqual(0)
    await expect(lines).toHaveCount(6)
    await expect.poll(widest, `${width} × ${height} in two columns`).toBeLessThan(width * 0.65)
  }

  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(zoom, 'a phone scrolls, and its texts keep their size').toBe(1)
  await expect.poll(widest, 'in one column').toBeGreaterThan(300)
  await expect(lines).toHaveCount(6)

  await silence(6)
  await page.setViewportSize({ width: 1024, height: 600 })
  await expect(wall.getByText('and 6 more')).toBeVisible()
  await expect(lines).toHaveCount(6)
  await expect.poll(excess, 'what has no room is counted').toBeLessThanOrEqual(0)
})
