import { expect, signInByForm, test } from './support/test'

test('a person signs in by keyboard, lands on the spaces, and signs out without a trace', async ({
  page,
  backend,
}) => {
  // Without an administrator, the first page says how to set up the server.
  await backend.person({ systemRole: 'admin' })
  const person = await backend.person()
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Spaceport')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  for (const control of [
    page.getByRole('button', { name: 'Show password' }),
    page.getByLabel('Remember me'),
    page.getByRole('link', { name: 'Forgot password?' }),
    page.getByRole('button', { name: 'Sign in', exact: true }),
  ]) {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/spaces$/)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menu')).toContainText(person.email)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const kept = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect((await kept()).filter((key) => ['token', 'user', 'redirectPath'].includes(key))).toEqual([])
})

test('tabs share a remembered sign-in and its end; one that is not remembered ends with its tab', async ({
  page,
  context,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await page.goto('/login')
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await page.getByLabel('Remember me').uncheck()
  await signInByForm(page, person)
  await expect(page).toHaveURL(/\/spaces$/)

  const second = await context.newPage()
  await second.goto('/')
  await expect(second).toHaveURL(/\/login$/)
  await signInByForm(second, person)
  await expect(second).toHaveURL(/\/spaces$/)
  const third = await context.newPage()
  await third.goto(`/space/${space.id}`)
  await expect(third.getByRole('heading', { name: space.name, level: 1 })).toBeVisible()

  await second.getByRole('button', { name: /^Account of/ }).click()
  await second.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(third).toHaveURL(/\/login$/)
  await expect(third.getByText(space.name)).toHaveCount(0)
})

test('a tab says when somebody else has signed in with the browser, and keeps drafts for their owner', {
  tag: '@heavy',
}, async ({ page, context, backend }) => {
  const [adam, eva] = [await backend.person(), await backend.person()]
  const space = await backend.space(adam)
  await page.goto('/login')
  await signInByForm(page, adam)
  await expect(page).toHaveURL(/\/spaces$/)
  await page.goto(`/space/${space.id}?edit=true`)
  await page.getByLabel('Name').fill('a-new-name')

  const other = await context.newPage()
  await other.goto('/spaces')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signInByForm(other, eva)
  await expect(other.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another account is signed in')
  await expect(page.getByRole('alert')).toContainText(
    `${eva.email} has signed in. This tab belongs to ${adam.email}`,
  )
  await page.getByRole('button', { name: /^Sign out, and sign in with/ }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(adam.email)
  await page.getByLabel('Password', { exact: true }).fill(adam.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`/space/${space.id}?edit=true`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('a-new-name')
})

test('the sign-in contacts no other host, whatever return path is stored', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const person = await backend.person()
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  for (const path of ['//evil.example/', '/%2f%2fevil.example']) {
    // Nobody is signed in: the sign-in page would redirect at once.
    await page.goto('/config.json')
    await page.evaluate((poison) => {
      localStorage.clear()
      for (const key of ['redirectPath', 'retryPath', 'lastPath.cloud']) sessionStorage.setItem(key, poison)
    }, path)
    await page.goto('/login')
    await signInByForm(page, person)
    await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/spaces')
  }
  expect(hosts).toEqual(new Set([new URL(backend.url).host]))
})
