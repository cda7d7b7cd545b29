import type { Locator, Page } from '@playwright/test'
import { DAY, HOUR } from '#contract/common/durations'
import { devicesApi } from '#contract/devices'
import { spaceUser } from '../../server/db/schema'
import { anAlert, anAlertRule } from '../support/alerts'
import { aClaimToken, aSerialNumber, manyDevices } from '../support/builders'
import { findValues } from '../support/series'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

test.describe.configure({ timeout: 180_000 })

const ALONE = { tag: '@heavy' } as const

/** The mouse of an operator, which counts its clicks. */
class Hand {
  clicks = 0

  click = async (control: Locator) => {
    await control.click()
    this.clicks++
  }
}

/** A space of a water utility: two meters in the Old Town, one of them with a low battery. */
async function aUtility(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  const tag = await backend.tag(space, 'Old Town')
  const low = await backend.device(space, {
    name: 'meter-07',
    comment: 'Behind the school, Key Street',
    tags: [tag],
  })
  const full = await backend.device(space, { name: 'meter-08', tags: [tag] })
  for (const { meter, volts } of [
    { meter: low, volts: 3.1 },
    { meter: full, volts: 3.6 },
  ])
    for (const days of [62, 48, 33, 20, 3, 0])
      await backend.uplink(meter, {
        at: new Date(Date.now() - days * DAY - HOUR).toISOString(),
        body: { battery: volts, level: days },
      })
  await findValues(backend)
  await backend.signIn(page, person)
  return { person, space, low, full, tag, at: `/space/${space.id}` }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialogOf = (page: Page) => page.getByRole('dialog')

test(
  '1. what needs attention is one line for each trouble, and its link leads to the devices',
  ALONE,
  async ({ page, backend }) => {
    const { at, space, low, full } = await aUtility(page, backend)
    const rule = await anAlertRule(backend, space)
    for (const { id } of [low, full]) await anAlert(backend, rule, id)
    const hand = new Hand()
    await page.goto(`${at}/overview`)
    const lines = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await hand.click(lines.getByRole('link', { name: rule.name }))
    for (const { name } of [low, full]) await expect(page.getByRole('link', { name }).first()).toBeVisible()
    expect(hand.clicks).toBe(1)
  },
)

test('2. a device is found by a word of its comment, in whatever case', ALONE, async ({ page, backend }) => {
  const { at, low } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/overview`)
  await hand.click(button(page, 'Search'))
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('KEY street')
  await hand.click(page.getByRole('option', { name: low.name }))
  await expect(page.getByRole('heading', { level: 1, name: low.name })).toBeVisible()
  expect(hand.clicks).toBe(2)
})

test('3. a value over a month is compared with the month before', ALONE, async ({ page, backend }) => {
  const { at, low } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/devices`)
  await hand.click(page.getByRole('link', { name: low.name, exact: true }))
  await hand.click(page.getByRole('tab', { name: 'History' }))
  await hand.click(button(page, 'Last month'))
  await hand.click(button(page, 'a month before'))
  await expect(page.getByRole('list', { name: 'Lines' }).getByRole('listitem')).toHaveCount(4)
  expect(hand.clicks).toBe(4)
})

test(
  '4. an alert about a low battery is made from its chart in five clicks',
  ALONE,
  async ({ page, backend }) => {
    const { at, low } = await aUtility(page, backend)
    const hand = new Hand()
    await page.goto(`${at}/devices/${low.id}?tab=history`)
    await hand.click(button(page, 'Alert me…'))
    await hand.click(page.getByRole('menuitem', { name: /battery/i }))
    await hand.click(dialogOf(page).getByRole('combobox', { name: 'Condition' }))
    await hand.click(page.getByRole('option', { name: 'Value below a limit' }))
    await page.getByRole('textbox', { name: /^Below/ }).fill('3.2')
    await hand.click(button(page, 'Create rule'))
    await expect(dialogOf(page)).toBeHidden()
    expect(hand.clicks).toBe(5)
  },
)

test('5. Slack is told of alerts with nothing but its address', ALONE, async ({ page, backend }) => {
  const { at } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/alert-rules?create=true`)
  const opened = page.waitForEvent('popup')
  await hand.click(dialogOf(page).getByRole('link', { name: /Slack/ }))
  const form = dialogOf(await opened)
  await form.getByRole('textbox', { name: 'Name' }).fill('slack-duty')
  const address = form.getByRole('textbox', { name: 'Address of the incoming webhook' })
  await address.fill('https://example.org/hook')
  await hand.click(form.getByRole('button', { name: 'Create connector' }))
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill('https://hooks.slack.com/services/T00000000/B00000000/0123456789abcdefghijklmn')
  await hand.click(form.getByRole('button', { name: 'Create connector' }))
  await expect(form).toBeHidden()
  expect(hand.clicks).toBe(3)
})

test('6. a device is muted for maintenance', ALONE, async ({ page, backend }) => {
  const { at, low } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/mutes`)
  await hand.click(button(page, 'Create mute'))
  await hand.click(dialogOf(page).getByRole('radio', { name: 'Selected devices' }))
  await hand.click(dialogOf(page).getByRole('combobox', { name: 'Add a device' }))
  await hand.click(page.getByRole('option', { name: low.name }))
  await hand.click(button(page, 'For 4 hours'))
  await hand.click(dialogOf(page).getByRole('button', { name: 'Create mute' }))
  await expect(dialogOf(page)).toBeHidden()
  expect(hand.clicks).toBeLessThanOrEqual(6)
})

test('7. 200 devices of a CSV file are taken in, and taken back as one', ALONE, async ({ page, backend }) => {
  const { at, space } = await aUtility(page, backend)
  const countOf = async () => {
    const answer = await backend.call('GET', `/spaces/${space.id}/devices/count`, space.owner)
    return devicesApi.count.answer.parse(await answer.json()).count
  }
  const hand = new Hand()
  const rows = Array.from({ length: 200 }, () => `${aSerialNumber()};${aClaimToken()}`)
  await page.goto(`${at}/devices`)
  await hand.click(button(page, 'Take in devices…'))
  await page.locator('input[type=file]').setInputFiles({
    name: 'valves.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Serial number;Claim token\n${rows.join('\n')}`),
  })
  hand.clicks++
  await page.getByRole('textbox', { name: 'Name of devices without one' }).fill('valve-{nnn}')
  await hand.click(button(page, 'Take in 200 devices'))
  await expect(button(page, 'Undo')).toBeVisible({ timeout: 60_000 })
  expect(await countOf()).toBe(202)
  await hand.click(button(page, 'Undo'))
  await expect.poll(countOf, { timeout: 60_000 }).toBe(2)
  expect(hand.clicks).toBe(4)
})

test('8. a broken device is replaced, and keeps its history', ALONE, async ({ page, backend }) => {
  const { at, low } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/devices/${low.id}`)
  await hand.click(button(page, 'More actions'))
  await hand.click(page.getByRole('menuitem', { name: /Replace/ }))
  const serial = aSerialNumber()
  await dialogOf(page).getByLabel('Serial number').fill(serial)
  await dialogOf(page).getByLabel('Claim token').fill(aClaimToken())
  await hand.click(dialogOf(page).getByRole('button', { name: /Replace/ }))
  await expect(page.getByText(serial).first()).toBeVisible()
  expect(hand.clicks).toBe(3)
})

test('9. 40 devices are gone through by keyboard without the list', ALONE, async ({ page, backend }) => {
  const { at, space } = await aUtility(page, backend)
  await manyDevices(backend, space, 38)
  await page.goto(`${at}/devices`)
  const first = page.getByRole('row').getByRole('link').first()
  await expect(first).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.getByRole('link').and(page.locator(':focus'))).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  const seen = new Set<string>()
  for (let place = 1; place <= 40; place++) {
    await expect(page.getByText(`${place} of 40`)).toBeVisible()
    seen.add(await page.getByRole('heading', { level: 1 }).innerText())
    if (place === 40) break
    await expect(page.getByRole('link', { name: 'Next record' })).toBeVisible()
    await page.keyboard.press('j')
  }
  expect(seen.size).toBe(40)
})

test('10. a contractor is let in for a week, to what carries a tag', ALONE, async ({ page, backend }) => {
  const { at, tag } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/users`)
  await hand.click(button(page, 'Invite user'))
  await dialogOf(page).getByLabel('E-mail').fill('contractor@example.org')
  await hand.click(dialogOf(page).getByRole('combobox', { name: 'Limited to tags' }))
  await hand.click(page.getByRole('option', { name: tag.name }))
  await hand.click(button(page, '7 days'))
  await hand.click(dialogOf(page).getByRole('button', { name: 'Invite user' }))
  await expect(page.getByRole('row').filter({ hasText: 'contractor@example.org' })).toBeVisible()
  expect(hand.clicks).toBe(5)
})

test(
  '11. a customer without an account is shown one chart, and nothing else',
  ALONE,
  async ({ page, backend, browser }) => {
    const { at, low, full } = await aUtility(page, backend)
    const hand = new Hand()
    await page.goto(`${at}/devices/${low.id}?tab=history`)
    await hand.click(button(page, 'Share'))
    await hand.click(dialogOf(page).getByRole('button', { name: 'Create link' }))
    const link = dialogOf(page).getByText(/\/guest#/)
    await expect(link).toBeVisible()
    expect(hand.clicks).toBe(2)

    const theirs = await browser.newPage()
    await theirs.goto((await link.innerText()).trim())
    await expect(theirs.getByRole('heading', { level: 1, name: low.name })).toBeVisible()
    await expect(theirs.getByText('battery').first()).toBeVisible()
    await expect(theirs.getByText(full.name)).toHaveCount(0)
    await theirs.goto(`${backend.url}${at}/devices`)
    await expect(theirs.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await theirs.close()
  },
)

test('12. a month of values is a file for Excel', ALONE, async ({ page, backend }) => {
  const { at, low } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/devices/${low.id}?tab=history`)
  await hand.click(button(page, 'Last month'))
  await hand.click(button(page, 'Export'))
  await hand.click(page.getByRole('menuitem', { name: /Values/ }))
  await hand.click(dialogOf(page).getByRole('radio', { name: /Excel/ }))
  const file = page.waitForEvent('download')
  await hand.click(dialogOf(page).getByRole('button', { name: 'Export' }))
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
  expect(hand.clicks).toBe(5)
})

test(
  '13. a view “battery below 3.2” is saved, shared and found by a colleague',
  ALONE,
  async ({ page, backend, browser }) => {
    const { at, space, low, full } = await aUtility(page, backend)
    const colleague = await backend.person()
    await backend.db
      .insert(spaceUser)
      .values({ spaceId: space.id, userId: colleague.id, role: 'user', invited: false })
    const hand = new Hand()
    await page.goto(`${at}/devices`)
    await hand.click(button(page, 'Filter: Condition'))
    const form = page.getByRole('dialog', { name: 'Condition' })
    await hand.click(form.getByRole('combobox', { name: 'Value', exact: true }))
    await hand.click(page.getByRole('option', { name: /battery/ }))
    await form.getByRole('textbox', { name: /Number/ }).fill('3.2')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: full.name, exact: true })).toHaveCount(0)
    await hand.click(button(page, 'Views'))
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Low battery')
    await hand.click(button(page, 'Save for everyone'))
    await expect(page.getByText('View saved')).toBeVisible()
    expect(hand.clicks).toBe(5)

    // Wide enough for the names in the menu.
    const theirs = await browser.newPage({ viewport: { width: 1500, height: 900 } })
    await backend.signIn(theirs, colleague)
    await theirs.goto(`${backend.url}${at}/devices`)
    await theirs
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /Low battery/ })
      .click()
    await expect(theirs.getByRole('link', { name: low.name, exact: true })).toBeVisible()
    await expect(theirs.getByRole('link', { name: full.name, exact: true })).toHaveCount(0)
    await theirs.close()
  },
)

test('14. what was done is written down', ALONE, async ({ page, backend }) => {
  const { at, low } = await aUtility(page, backend)
  const hand = new Hand()
  await page.goto(`${at}/devices/${low.id}`)
  await page.getByRole('textbox', { name: 'New note' }).fill('Battery replaced')
  await hand.click(button(page, 'Add note'))
  await expect(page.getByRole('listitem').filter({ hasText: 'Battery replaced' })).toBeVisible()
  expect(hand.clicks).toBe(1)
})
