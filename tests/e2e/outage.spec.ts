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
  await expect(page.getByText(/The server does not answer/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'kept-on-screen', exact: true })).toBeVisible()

  await server.restart()
  await server.device(space, { name: 'came-meanwhile' })
  await expect(page.getByText(/The server does not answer/)).toHaveCount(0, { timeout: 45_000 })
  await expect(page.getByRole('link', { name: 'came-meanwhile', exact: true })).toBeVisible()
})
