import { expect, test } from './support/test'

test('the wall screen shows all that it has, with the time, on screens of the usual sizes', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  for (let i = 0; i < 4; i += 1) {
    const device = await backend.device(space, { name: `well-${i}` })
    await backend.uplink(device, { body: { level: i } })
  }
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/overview?kiosk`)
  const wall = page.getByRole('dialog')
  await expect(wall.getByText(/^As of \d\d:\d\d:\d\d$/)).toBeVisible()
  await expect(wall.getByText(/^\d\d:\d\d$/).first()).toBeVisible()
  for (const [width, height] of [
    [3840, 2160],
    [1920, 1080],
    [1366, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    const excess = () => wall.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    await expect.poll(excess, `${width} × ${height}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 375, height: 667 })
  const zoom = () => wall.getByRole('heading', { level: 1 }).evaluate((title) => title.currentCSSZoom)
  await expect.poll(zoom, 'a phone scrolls, and its texts keep their size').toBe(1)
})
