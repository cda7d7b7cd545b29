import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

/** Goes to the devices of a space by the space selector, so that the page stays the same one. */
async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: /^(Select a space|Space )/ }).click()
  await page.getByRole('combobox', { name: 'Filter spaces' }).fill(name)
  await page.keyboard.press('Enter')
}

test('spaces that are switched quickly while answers are slow never show a row of the other', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const [a, b] = [await backend.space(person), await backend.space(person)]
  for (const n of [1, 2, 3]) {
    await backend.device(a, { name: `device-of-a-${n}` })
    await backend.device(b, { name: `device-of-b-${n}` })
  }
  await backend.signIn(page, person)

  // The first space answers last, whatever the order of the calls.
  const gate = new EventEmitter()
  const slow = once(gate, 'open')
  await page.route(new RegExp(`/v2/spaces/${a.id}/devices\\?`), async (route) => {
    await slow
    await route.continue().catch(() => undefined)
  })
  await page.goto('/spaces')
  const seen: string[] = []
  await page.exposeFunction('saw', (line: string) => seen.push(line))
  await page.evaluate(() => {
    const saw: unknown = Reflect.get(window, 'saw')
    if (typeof saw !== 'function') throw new Error('nobody watches')
    new MutationObserver(() => {
      const space = document.querySelector('header [aria-label^="Space "]')?.getAttribute('aria-label')
      for (const name of document.body.textContent.match(/device-of-[ab]-\d/g) ?? []) saw(`${space}: ${name}`)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

  for (const space of [a, b, a, b, a, b]) {
    await choose(page, space.name)
    await expect(page).toHaveURL(new RegExp(`/space/${space.id}/devices`))
  }
  await expect(page.getByRole('link', { name: 'device-of-b-1', exact: true })).toBeVisible()
  gate.emit('open')
  await choose(page, a.name)
  await expect(page.getByRole('link', { name: 'device-of-a-1', exact: true })).toBeVisible()
  await choose(page, b.name)
  await expect(page.getByRole('link', { name: 'device-of-b-1', exact: true })).toBeVisible()

  const own = [`Space ${a.name}: device-of-a`, `Space ${b.name}: device-of-b`]
  const foreign = seen.filter((line) => !own.some((start) => line.startsWith(start)))
  for (const start of own) expect(seen.some((line) => line.startsWith(start))).toBe(true)
  expect(foreign).toEqual([])
})

test('filters and selections stay in their space', async ({ page, backend }) => {
  const person = await backend.person()
  const [a, b] = [await backend.space(person), await backend.space(person)]
  await backend.device(a, { name: 'shared-name' })
  await backend.device(b, { name: 'shared-name' })
  await backend.device(b, { name: 'other-name' })
  await backend.signIn(page, person)
  await page.goto(`/space/${a.id}/devices`)
  await page.getByRole('searchbox', { name: 'Name' }).fill('shared')
  await expect(page).toHaveURL(/shared/)
  await page.getByRole('checkbox', { name: 'Select shared-name' }).check()
  await choose(page, b.name)
  await expect(page.getByRole('link', { name: 'other-name', exact: true })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Name' })).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: 'Select shared-name' })).not.toBeChecked()
})
