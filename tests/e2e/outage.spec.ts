import { aClaimToken, aSerialNumber } from '../support/builders'
import { expect, test } from './support/test'

test('while the server is away the console says so, keeps its rows, and recovers by itself', async ({
  page,
  backend,
}) => {
  const server = await backend.ownServer()
  const person = await server.person()
  const space = await server.space(person)
  await server.device(space, { name: 'kept-on-screen' })
  await server.signIn(page, person)
  await page.goto(`${server.url}/space/${space.id}/devices`)
  await expect(page.getByRole('link', { name: 'kept-on-screen', exact: true })).toBeVisible()

  await server.kill()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/The server is not responding/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'kept-on-screen', exact: true })).toBeVisible()

  // The page cannot reach it until the device exists, which the list must then show.
  await page.route('**/v2/**', async (route) => route.abort('connectionrefused'))
  await server.restart()
  await server.device(space, { name: 'came-meanwhile' })
  await page.unroute('**/v2/**')
  await expect(page.getByText(/The server is not responding/)).toHaveCount(0, { timeout: 45_000 })
  await expect(page.getByRole('link', { name: 'came-meanwhile', exact: true })).toBeVisible()
})

test('while only the database is away a device is created once, and the list goes on by itself', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  // The server waits for the database as well before it answers.
  const server = await backend.ownServer({ losesDatabase: true })
  const person = await server.person()
  const space = await server.space(person)
  await server.device(space, { name: 'kept-on-screen' })
  await server.signIn(page, person)
  await page.goto(`${server.url}/space/${space.id}/devices`)
  await expect(page.getByRole('link', { name: 'kept-on-screen', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a device' })
  await dialog.getByLabel('Name').first().fill('typed-once')
  await dialog.getByLabel('Serial number').fill(aSerialNumber())
  await dialog.getByLabel('Claim token').fill(aClaimToken())

  server.loseDatabase()
  await dialog.getByRole('button', { name: 'Create device' }).click()
  await expect(dialog.getByText(/may have created it anyway/)).toBeVisible()
  await expect(page.getByText(/The server is not responding/).first()).toBeVisible()
  await expect(dialog.getByLabel('Name').first()).toHaveValue('typed-once')

  server.giveDatabase()
  await expect(page.getByText(/The server is not responding/)).toHaveCount(0, { timeout: 45_000 })
  await dialog.getByRole('button', { name: 'Create device' }).click()
  await expect(page.getByRole('heading', { name: 'typed-once' })).toBeVisible()
  const stored = await server.call('GET', `/spaces/${space.id}/devices/count`, { token: person.token })
  expect(await stored.json()).toEqual({ count: 2 })
})

test('a live list waits for the database, and then shows new messages', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const server = await backend.ownServer({ losesDatabase: true })
  const person = await server.person()
  const space = await server.space(person)
  const device = await server.device(space)
  await server.messages(device, [{ message: { sequence: 1 } }])
  await server.signIn(page, person)
  await page.goto(`${server.url}/space/${space.id}/messages?live=true`)
  const live = page.getByRole('status').getByText('Live', { exact: true })
  await expect(live).toBeVisible()

  server.loseDatabase()
  await expect(live).toHaveCount(0, { timeout: 45_000 })
  server.giveDatabase()
  await server.messages(device, [{ message: { sequence: 2 } }])
  await expect(live).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('The newest 2 messages')).toBeVisible({ timeout: 45_000 })
})
