import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

const input = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })

/** Opens the palette, which loads at its first use. */
async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(input(page)).toBeFocused()
}

async function goTo(page: Page, typed: string, option: string | RegExp) {
  await openPalette(page)
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name: option, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(input(page)).toBeHidden()
}

test('a person navigates by keyboard, even to a misspelled device, and the focus is where it should be', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'thermometer-cellar' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  const filter = page.getByRole('searchbox').first()
  await filter.focus()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(filter).toBeFocused()

  await goTo(page, 'tehrmometer', /^thermometer-cellar/)
  await expect(page).toHaveURL(`/space/${space.id}/devices/${device.id}`)
  await expect(page.getByRole('heading', { name: 'thermometer-cellar', level: 1 })).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()

  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await goTo(page, 'dark', 'Switch to the dark theme')
  await expect.poll(background).not.toBe(light)
  await goTo(page, 'create device', 'Create device')
  await expect(page.getByRole('dialog', { name: 'Create a device' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await goTo(page, 'logout', 'Logout')
  await expect(page).toHaveURL(/\/login/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent'))),
  ).toEqual([])
})

test('the palette opens over the code editor, and the focus returns to the code', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  const connector = await aConnector(backend, space)
  await page.goto(`/space/${space.id}/connectors/${connector.id}?edit=true&tab=advanced`)
  const editor = page.locator('.monaco-editor').first()
  await editor.click()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(input(page)).toBeHidden()
  await expect(editor.locator(':focus')).toHaveCount(1)
})

test('palette and shortcuts have no accessibility faults and fit on a phone', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.device(space, { name: 'pump-station' })
  await page.setViewportSize({ width: 375, height: 800 })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search' }).click()
  await input(page).fill('pmup')
  await expect(page.getByRole('option', { name: /^pump-station/ })).toBeVisible()
  await expectNoFaults(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
