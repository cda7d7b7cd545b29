import { deviceLogApi } from '#contract/deviceLog'
import { expect, test } from './support/test'

test('a note written without a network survives a reload, and is sent once when the network is back', async ({
  page,
  context,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  const path = `/spaces/${space.id}/devices/${device.id}`
  let isAway = true
  await context.route(`**/v2${path}/notes**`, async (route) => (isAway ? route.abort() : route.continue()))
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}`)
  await page.getByRole('textbox', { name: 'New note' }).fill('Written in the cellar')
  // A photo, larger than what is kept.
  const photo = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 1500 })
    canvas.getContext('2d')?.fillRect(0, 0, 3000, 1500)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: Buffer.from(photo, 'base64') })
  await expect(page.getByText('pump.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Add note' }).click()
  const waiting = page.getByRole('alert').filter({ hasText: 'Written in the cellar' })
  await expect(waiting).toBeVisible()
  await page.reload()
  await expect(waiting).toBeVisible()
  isAway = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(waiting).toHaveCount(0)
  const picture = page.getByRole('img', { name: 'Picture pump.jpg' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2048)
  const log = deviceLogApi.list.answer.parse(
    await (await backend.call('GET', `${path}/log?kind=note`, person)).json(),
  )
  expect(log.entries.map(({ note }) => note?.text)).toEqual(['Written in the cellar'])
})
