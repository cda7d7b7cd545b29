import type { Page } from '@playwright/test'
import { press, tabTo } from './support/keyboard'
import { expect, test } from './support/test'

const unique = () => crypto.randomUUID().slice(-12)

async function chooseRole(page: Page, role: 'User' | 'Admin') {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('combobox', { name: 'System role' }).click()
  await page.getByRole('option', { name: role }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${role}$`) })).toBeVisible()
}

test('a system administrator finds a person, edits, promotes, demotes and deletes them', async ({
  page,
  browser,
  backend,
}) => {
  const word = unique()
  const person = await backend.person({
    email: `zofie.${word}@example.com`,
    firstname: 'Žofie',
    lastname: word,
  })
  for (const name of ['one', 'two'])
    await backend.person({ email: `${name}.${word}@example.com`, lastname: word })
  const space = await backend.space(person)
  await backend.signIn(page, await backend.person({ systemRole: 'admin' }))
  const other = await (await browser.newContext({ baseURL: backend.url })).newPage()
  await backend.signIn(other, person)

  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'E-mail, name, company' }).fill(`ZOFIE ${word}`)
  const row = page.getByRole('row', { name: person.email })
  await expect(page.getByRole('row')).toHaveCount(2)
  const more = row.getByRole('link', { name: '+1 more space', exact: true })
  await more.focus()
  await expect(page.getByRole('tooltip')).toContainText(space.name)
  await row.getByRole('link', { name: person.email, exact: true }).click()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Company').fill('Lípa')
  const email = `new.${word}@example.com`
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Lípa' })).toBeVisible()

  await chooseRole(page, 'Admin')
  await other.goto('/admin/users')
  await expect(other.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await chooseRole(page, 'User')
  await other.goto('/admin/users')
  await expect(other.getByRole('heading', { name: 'Not found' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Delete the user ${email}?` })
  await expect(question).toContainText(`The space ${space.name} stays, without an admin.`)
  const confirm = question.getByRole('button', { name: 'Delete', exact: true })
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox').fill(email)
  await confirm.click()
  await expect(page).toHaveURL(/\/admin\/users/)
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: email, exact: true })).toHaveCount(0)
  await other.goto('/spaces')
  await expect(other).toHaveURL(/\/login/)
  await other.context().close()
})

test('a person is changed and deleted by keyboard alone', async ({ page, backend }) => {
  test.slow()
  const person = await backend.person({ email: `keys.${unique()}@example.com` })
  await backend.signIn(page, await backend.person({ systemRole: 'admin' }))
  await page.goto(`/admin/users?filter=${JSON.stringify({ text: person.email })}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await press(page, page.getByRole('link', { name: person.email, exact: true }))
  await press(page, button('Edit'))
  await tabTo(page, page.getByRole('combobox', { name: 'System role' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Last name'))
  await page.keyboard.type('Nová')
  await press(page, button('Save'))
  await expect(page.getByRole('definition').filter({ hasText: /^(Nová|Admin)$/ })).toHaveCount(2)

  await press(page, button('Edit'))
  await press(page, button('Delete'))
  await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('User deleted')).toBeVisible()
})

test('for everybody else the admin area is not there, and nothing of it is asked for', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  await backend.space(person)
  await backend.signIn(page, person)
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/v2\/(admin|users)\b/.test(request.url())) calls.push(request.url())
  })
  for (const path of ['', '/users', `/users/${person.id}`, '/devices', '/sims', '/audit']) {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('heading', { name: 'Not found' }), path).toBeVisible()
  }
  expect(calls).toEqual([])
})
