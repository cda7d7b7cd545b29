import type { Page } from '@playwright/test'
import { aClaimToken, aSerialNumber } from '../support/builders'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** Opens a space with a device that has sent these bodies, oldest first. */
async function openSpace(page: Page, backend: Backend, bodies: readonly unknown[], deviceName = 'pump-1') {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: deviceName })
  const ids = await backend.messages(device, bodies)
  await backend.signIn(page, person)
  return { person, space, device, ids, address: `/space/${space.id}/messages` }
}

const rows = (page: Page) => page.getByRole('checkbox', { name: /^Select data / })
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('two selected messages are compared over the list, also after back, forward and a reload', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const sent = [{ temperature: 21.5 }, { error: 'no signal' }, { temperature: 22 }]
  const { address, ids } = await openSpace(page, backend, sent)
  await page.goto(address)
  await expect(rows(page)).toHaveCount(3)
  await rows(page).nth(0).check()
  await expect(page.getByText('Select two messages to compare them')).toBeVisible()
  await rows(page).nth(2).click()
  const comparison = page.getByRole('dialog', { name: 'Compare messages' })
  await expect(comparison.getByText('1 difference', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/messages\\?(.*&)?compare=${ids[0]}%2C${ids[2]}$`))
  await page.goBack()
  await expect(comparison).toHaveCount(0)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await page.goForward()
  await page.reload()
  await expect(comparison.getByText('1 difference', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/compare=/)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('at 1024 px two values of a message fit into its row, and the whole calendar is on screen', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  const body = { thermometer: { temperature: 21.53 }, accelerometer: { acceleration_x: -0.12 } }
  const { address } = await openSpace(page, backend, [body], 'pump-station-03')
  await page.goto(address)
  const values = page.getByTitle(/^temperature 21\.53\s°C · acceleration_x -0\.12\sm\/s²$/)
  await expect(values).toBeVisible()
  const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element) =>
    scrollHeight > clientHeight || scrollWidth > clientWidth
  expect(await values.evaluate(isCut)).toBe(false)
  expect(await page.getByRole('group', { name: 'Messages' }).evaluate(isCut)).toBe(false)

  await page.getByRole('button', { name: 'Filter: Created' }).click()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
})

test('on a phone messages are cards that fit, with the replacement of hardware, below a toolbar of one row', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const { person, space, address, device } = await openSpace(page, backend, [{ n: 1 }, { n: 2 }])
  const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
  const replaced = await backend.call('POST', `/spaces/${space.id}/devices/${device.id}/replace`, {
    token: person.token,
    body: hardware,
  })
  expect(replaced.ok).toBe(true)
  await backend.messages(hardware, [{ n: 3 }])
  await page.goto(`${address}?deviceId=${device.id}`)
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('table')).toHaveCount(0)
  const seam = page.getByText(`serial number ${device.serial_number} → ${hardware.serial_number}`)
  await expect(seam).toBeVisible()
  const live = page.getByRole('switch', { name: 'Live' })
  await live.click()
  await expect(live).toBeChecked()
  await expect(seam).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  const toolbar = page.locator('main div:has(> .end)')
  for (const [preferredLanguage, name] of [
    ['en', 'Live'],
    ['cs', 'Živě'],
  ] as const) {
    await page.evaluate(
      (preferences) => localStorage.setItem('preferences', preferences),
      JSON.stringify({ preferredLanguage }),
    )
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${address}?filter=${JSON.stringify({ type: ['data'], direction: ['up'] })}`)
      await expect(toolbar.getByRole('switch', { name })).toBeVisible()
      const boxes = await toolbar.locator('button, select, label').evaluateAll((controls) =>
        controls.map((control) => {
          const { top, bottom, right } = control.getBoundingClientRect()
          return { middle: (top + bottom) / 2, right }
        }),
      )
      const middles = boxes.map(({ middle }) => middle)
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan(width - 16)
    }
  }
})
