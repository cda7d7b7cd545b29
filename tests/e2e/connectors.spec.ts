import { HOUR } from '#contract/common/durations'
import { aConnector } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { expect, test } from './support/test'

test('a connector is created, its delays and its code are changed, it is switched on and deleted', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  // The test loads the code editor and its type checker, the largest chunks of the console, and the page twice.
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.tag(space, 'greenhouse')
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors`)
  await expect(
    page.getByText(
      'There are no connectors here. Please use the button in the top right corner to create your first connector',
    ),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Create connector' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a connector' })
  await dialog.getByLabel('Name').fill('to-warehouse')
  await dialog.getByLabel('Session').check()
  await dialog.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'greenhouse' }).click()
  await dialog.getByRole('button', { name: 'Create connector' }).click()
  await expect(page.getByRole('heading', { name: 'to-warehouse', level: 1 })).toBeVisible()
  await expect(page.getByText(/^10 seconds, 30 seconds, 1 minute, .*, 12 hours$/)).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await page.getByRole('textbox', { name: 'Delay before retry 1' }).fill('1.5h')
  await page.getByRole('textbox', { name: 'Delay before retry 2' }).fill('0')
  const code = page.getByRole('textbox', { name: 'Transformation' })
  await code.press('ControlOrMeta+A')
  await page.keyboard.insertText('const wrong = ;')
  // The type checker is the largest chunk of the console.
  await expect(page.getByText('Line 1, column 15: Expression expected.')).toBeVisible()
  await code.press('ControlOrMeta+A')
  await page.keyboard.insertText('function main(job) { return null }')
  await expect(page.getByText('Expression expected.')).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('function main(job) { return null }')).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(
    page.getByText('1 hour 30 minutes, 1 minute, 10 minutes, 30 minutes, 1 hour, 3 hours, 6 hours, 12 hours'),
  ).toBeVisible()

  await page.getByRole('switch', { name: 'Disabled' }).click()
  const enabled = page.getByRole('switch', { name: 'Enabled' })
  await expect(enabled).toBeChecked()
  await page.reload()
  await expect(enabled).toBeChecked()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/connectors$`))
  await expect(page.getByText(/There are no connectors here/)).toBeVisible()
})

const ZONE = 'Asia/Kolkata'
/** A time as the console formats it in that zone, to the minute. */
const minuteText = (time: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE }).format(time)

test('the hours of a connector show their results, and lead to their deliveries', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  const connector = await aConnector(backend, space)
  const route = { space, connector, device }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)
  const failure = { success: false, status: 500 }
  await aDelivery(backend, route, { at: hoursAgo(4) })
  await aDelivery(backend, route, { at: hoursAgo(6), tries: [failure], state: 'failed' })

  // Neither the zone of the browser nor one with the same hours as UTC.
  const body = { firstname: 'Ada', lastname: 'Lovelace', timezone: ZONE }
  await backend.call('PUT', '/profile', { token: person.token, body })
  const failedAt = hoursAgo(6).getTime()
  const hour = minuteText(failedAt - (failedAt % HOUR))

  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors/${connector.id}`)
  const hours = page.getByRole('group', { name: 'Deliveries in the last 24 hours' }).getByRole('link')
  // The chart is a chunk of its own.
  await expect(hours).toHaveCount(24)
  const failed = hours.and(
    page.getByRole('link', { name: /Some failed; Succeeded: 0; Failed: 1; Attempt 1: 1/ }),
  )
  await expect(failed).toHaveCount(1)
  await expect(failed).toHaveAccessibleName(new RegExp(`^${hour}`))
  await expect(hours.and(page.getByRole('link', { name: /Delivered on the first attempt/ }))).toHaveCount(1)

  // On a phone all are visible, in two rows.
  await page.setViewportSize({ width: 375, height: 800 })
  const boxes = async () => Promise.all((await hours.all()).map((hour) => hour.locator('rect').boundingBox()))
  await expect
    .poll(async () => (await boxes()).every((box) => box && box.x >= 0 && box.x + box.width <= 375))
    .toBe(true)
  expect(new Set((await boxes()).map((box) => box?.y)).size).toBe(2)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(async () => new Set((await boxes()).map((box) => box?.y)).size).toBe(1)

  await hours.last().focus()
  await page.keyboard.press('Home')
  await expect(hours.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(hours.last()).toBeFocused()
  await failed.focus()
  await page.keyboard.press('ArrowRight')
  await expect(failed).not.toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(failed).toBeFocused()
  await expect(page.getByRole('tooltip').filter({ hasText: 'Failed: 1' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/connectors/${connector.id}/deliveries`))
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Deliveries of ${connector.name}, ${hour}`) }),
  ).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: `${hour}:00` })).toBeVisible()
  await expect(page.getByRole('table').getByText(minuteText(failedAt)).first()).toBeVisible()
  await expect(page.getByRole('table').getByText('Not delivered', { exact: true })).toHaveCount(1)
})
