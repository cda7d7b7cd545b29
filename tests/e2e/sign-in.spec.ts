import { expect, signInByForm, test } from './support/test'

test('a person signs in, lands on the spaces, and signs out', async ({ page, backend }) => {
  const person = await backend.person()
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Spaceport')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/spaces$/)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menu')).toContainText(person.email)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  for (const key of ['token', 'user', 'redirectPath'])
    expect(
      await page.evaluate((name) => localStorage.getItem(name) ?? sessionStorage.getItem(name), key),
      key,
    ).toBeNull()
})

test('signing out in one tab signs the others out', async ({ page, context, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}`)
  await expect(page.getByRole('heading', { name: space.name, level: 1 })).toBeVisible()

  const other = await context.newPage()
  await other.goto('/spaces')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(space.name)).toHaveCount(0)
})

test('mistakes are named at their fields, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/auth/login') && sent.push(request.url()))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('A valid e-mail is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()

  await page.getByLabel('E-mail').fill('somebody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('1234')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Password must have at least 5 characters')).toBeVisible()
  await expect(page.getByText('A valid e-mail is required')).toBeHidden()
  expect(sent).toEqual([])
})

test('a wrong password is refused without saying which of the two was wrong', async ({ page, backend }) => {
  const person = await backend.person()
  await page.goto('/login')
  for (const email of [person.email, 'nobody@example.com']) {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('wrong-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid e-mail or password')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  }
  await expect(page).toHaveURL(/\/login$/)
})

test('an address that is not verified is told so', async ({ page, backend }) => {
  const person = await backend.person({ isVerified: false })
  await page.goto('/login')
  await signInByForm(page, person)
  await expect(page.getByRole('alert')).toContainText('Email not verified')
})

test('a sign-in that is not remembered is forgotten when the browser is closed, another one is kept', async ({
  page,
  context,
  backend,
}) => {
  const person = await backend.person()
  await page.goto('/login')
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await page.getByLabel('Remember me').uncheck()
  await signInByForm(page, person)
  await expect(page).toHaveURL(/\/spaces$/)

  // Another tab shares the local storage, not the session storage.
  const laterTab = await context.newPage()
  await laterTab.goto('/')
  await expect(laterTab).toHaveURL(/\/login$/)
  await signInByForm(laterTab, person)
  await expect(laterTab).toHaveURL(/\/spaces$/)
  const lastTab = await context.newPage()
  await lastTab.goto('/')
  await expect(lastTab).toHaveURL(/\/spaces$/)
})

test('a deep link is opened after the sign-in', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await page.goto(`/space/${space.id}/devices?page=1&perPage=20`)
  await expect(page).toHaveURL(/\/login$/)
  await signInByForm(page, person)
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/devices\\?.*perPage=20`))
})

test('whatever the storage holds as the path to return to, the sign-in stays in the console', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const hosts: string[] = []
  page.on('request', (request) => hosts.push(new URL(request.url()).host))
  for (const path of [
    '//evil.example/',
    '/\\evil.example',
    '/%2f%2fevil.example',
    'javascript:document.title="evil"',
    '/login/new-password?id=1&token=2&email=a%40example.com',
    '/callback?code=1&state=2',
  ])
    await test.step(path, async () => {
      await page.goto('/login')
      await page.evaluate((poison) => {
        localStorage.clear()
        for (const key of ['redirectPath', 'retryPath', 'lastPath.cloud']) sessionStorage.setItem(key, poison)
      }, path)
      await signInByForm(page, person)
      await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/spaces')
    })
  expect(new Set(hosts)).toEqual(new Set([new URL(backend.url).host]))
})

test('language prefixes of the old console lead to the spaces', async ({ page, backend }) => {
  await backend.signIn(page, await backend.person())
  for (const path of ['/cs', '/en/devices', '/de/x/y']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/spaces$/)
  }
})

test('everything on the sign-in page works by keyboard', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').focus()
  const reached: string[] = []
  for (let i = 0; i < 6; i++) {
    reached.push(
      await page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.getAttribute('name') ?? activeElement?.textContent ?? ''
      }),
    )
    await page.keyboard.press('Tab')
  }
  expect(reached.join('|')).toMatch(/email.*password.*remember.*Forgot password\?.*Sign in/)
})
