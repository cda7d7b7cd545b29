import type { BrowserContext, Page } from '@playwright/test'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const COUNT = 10
/** Changes that the server answers before later ones are held. */
const ANSWERED = 3

/**
 * Signs in, opens the devices of a new space from another page of the console, and starts to add a tag to all of them.
 */
async function beginChange(page: Page, server: Backend) {
  const person = await server.person()
  const space = await server.space(person)
  await server.tag(space, 'cold')
  for (let number = 0; number < COUNT; number += 1) await server.device(space, { name: `pump-${number}` })
  await server.signIn(page, person)
  await page.goto(`${server.url}/space/${space.id}/tags`)
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: 'Add tags' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'cold' }).click()
  await dialog.getByRole('button', { name: 'Add tags' }).click()
  return `${server.url}/space/${space.id}/devices`
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: `Add tags to ${COUNT} devices` })

/**
 * Holds the changes after the first ones. The first held one reaches the server, and its answer is lost.
 * @returns a promise that resolves when all simultaneous changes are held, and a function that releases them
 */
async function holdChanges(context: BrowserContext) {
  let count = 0
  let waiting = 0
  let hold = (): void => undefined
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route(/\/devices\/[\w-]+$/, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    count += 1
    const place = count
    if (place <= ANSWERED || place > ANSWERED + 4) return route.continue()
    if (place === ANSWERED + 1) await route.fetch()
    waiting += 1
    if (waiting === 4) hold()
    await released
    await route.abort()
  })
  return { held, release }
}

test('when the server is killed during a bulk change, unknown results are read before a retry is offered', {
  tag: '@heavy',
}, async ({ page, context, backend }) => {
  const server = await backend.ownServer()
  const { held, release } = await holdChanges(context)
  await beginChange(page, server)
  const dialog = dialogOf(page)
  await held
  await server.kill()
  release()
  await expect(dialog.getByText('4 rows may or may not have been changed')).toBeVisible()
  await expect(dialog.getByText('Waiting for the server…')).toBeVisible()
  await expect(dialog.getByText('Unknown', { exact: true })).toHaveCount(4)
  await expect(dialog.getByRole('button', { name: /Retry/ })).toHaveCount(0)

  await server.restart()
  const retry = dialog.getByRole('button', { name: 'Retry 3 devices' })
  await expect(retry).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByText(`3 failed, ${COUNT - 3} done`)).toBeVisible()
  await expect(dialog.getByText('The server did not respond. The change was not made.')).toHaveCount(3)
  await retry.click()
  await expect(dialog.getByText(`${COUNT} done`)).toBeVisible()
})

test('leaving the page during a bulk change asks first', { tag: '@heavy' }, async ({
  page,
  context,
  backend,
}) => {
  const { held, release } = await holdChanges(context)
  const address = await beginChange(page, backend)
  await held
  await page.goBack()
  await page.getByRole('button', { name: 'Keep it running' }).click()
  await expect(page).toHaveURL(address)
  await expect(dialogOf(page)).toBeVisible()
  release()
})
