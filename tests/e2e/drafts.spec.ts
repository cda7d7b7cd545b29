import type { Page } from '@playwright/test'
import { z } from 'zod'
import { aConnector, type TestUser } from '../support/builders'
import { expect, signInByForm, test } from './support/test'

const CODE = 'function main(job) { return null } // typed'

/** Everything that the browser keeps for this origin. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))

const restore = (page: Page) => page.getByRole('button', { name: 'Restore' })

/** Signs in again on the page that a session which has ended leads to. */
async function signInAgain(page: Page, person: TestUser) {
  await expect(page).toHaveURL(/\/login$/)
  await signInByForm(page, person)
  await expect(page).not.toHaveURL(/\/login$/)
}

test('a background call finds the session ended: everything typed into a connector comes back, its code too', async ({
  page,
  backend,
}) => {
  // It loads the code editor, the largest chunk of the console, twice.
  test.slow()
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.tag(space, 'greenhouse')
  const connector = await aConnector(backend, space)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors/${connector.id}?edit=true`)
  await page.getByLabel('Name').fill('to-warehouse')
  await page.getByLabel('Session').check()
  await page.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'greenhouse' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await page.getByRole('textbox', { name: 'Delay before retry 1' }).fill('1.5h')
  const code = page.getByRole('textbox', { name: 'Transformation' })
  await code.press('ControlOrMeta+A')
  await page.keyboard.insertText(CODE)
  await backend.revokeTokens(person)
  await page.getByRole('tab', { name: 'Preview' }).click()

  await signInAgain(page, person)
  await expect(page).toHaveURL(new RegExp(`/connectors/${connector.id}\\?edit=true`))
  await restore(page).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('to-warehouse')
  await expect(page.getByLabel('Session')).toBeChecked()
  await expect(page.getByRole('button', { name: 'greenhouse' })).toBeVisible()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await expect(page.getByRole('textbox', { name: 'Delay before retry 1' })).toHaveValue('1.5h')
  await expect(page.getByText(CODE)).toBeVisible()

  // It is not saved yet.
  const answer = await backend.call('GET', `/spaces/${space.id}/connectors/${connector.id}`, {
    token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '',
  })
  expect(await answer.json()).toMatchObject({
    name: connector.name,
    transformation: connector.transformation,
  })
})

test('somebody else who signs in is offered nothing; the person is, until they discard it', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const other = await backend.person()
  const space = await backend.space(person, { members: [{ person: other, role: 'admin' }] })
  const device = await backend.device(space)
  const at = `/space/${space.id}/devices/${device.id}`
  await backend.signIn(page, person)
  await page.goto(`${at}?edit=true`)
  await page.getByLabel('Comment').fill('a thought of mine')
  await backend.revokeTokens(person)
  await page.getByRole('button', { name: 'Save' }).click()

  await signInAgain(page, other)
  await expect(page).toHaveURL(new RegExp(at))
  await expect(page.getByRole('heading', { name: device.name, level: 1 })).toBeVisible()
  await expect(page.getByLabel('Comment')).toHaveValue('')
  await expect(restore(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()

  await signInAgain(page, person)
  await page.goto(at)
  await expect(restore(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(restore(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: device.name, level: 1 })).toBeVisible()
  await expect(restore(page)).toHaveCount(0)
  expect(await kept(page)).not.toContain('a thought of mine')
})

test('a tab that is closed leaves what was typed to the next one; two tabs do not mix', async ({
  page,
  context,
  backend,
}) => {
  const person = await backend.person()
  await backend.signIn(page, person)
  await page.goto('/profile?edit=true')
  await page.getByLabel('Company').fill('Typed in the first tab')

  const second = await context.newPage()
  await second.goto('/profile?edit=true')
  await expect(second.getByLabel('Company')).toBeVisible()
  await expect(restore(second)).toHaveCount(0)
  await second.getByLabel('Middle name').fill('Typed in the second tab')
  await page.reload()
  await restore(page).click()
  await expect(page.getByLabel('Company')).toHaveValue('Typed in the first tab')
  await expect(page.getByLabel('Middle name')).toHaveValue('')
  await second.getByRole('button', { name: 'Discard changes' }).click()
  await second.close()

  // As a person closes it: the page hears of that.
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
  const third = await context.newPage()
  await third.goto('/config.json')
  await expect.poll(() => kept(third)).toContain('Typed in the first tab')
  await third.goto('/profile')
  await restore(third).click()
  await expect(third.getByLabel('Company')).toHaveValue('Typed in the first tab')
  await expect(third.getByLabel('Middle name')).toHaveValue('')
})

interface Dialog {
  path: string
  fields: Record<string, string>
  /** What no draft may hold. */
  secret?: [label: string, value: string]
}

const DIALOGS: Dialog[] = [
  {
    path: 'devices',
    fields: { Name: 'pump-17', Comment: 'at the gate' },
    secret: ['Claim token', 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4'],
  },
  { path: 'connectors', fields: { Name: 'to-warehouse' } },
  { path: 'keys', fields: { Name: 'key-reports' } },
  { path: 'variables', fields: { Name: 'meter-7' }, secret: ['Value', '00112233445566'] },
  { path: 'users', fields: { 'E-mail': 'guest@example.com' } },
]

test('each dialog that creates something offers what was typed into it when the session had ended', async ({
  page,
  backend,
}) => {
  test.slow()
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  for (const { path, fields, secret } of DIALOGS)
    await test.step(path, async () => {
      await page.goto(`/space/${space.id}/${path}?create=true`)
      const dialog = page.getByRole('dialog')
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
      if (secret) await dialog.getByLabel(secret[0]).fill(secret[1])
      await backend.revokeTokens(person)
      await page.reload()
      await signInAgain(page, person)

      await restore(page).click()
      for (const [label, value] of Object.entries(fields))
        await expect(dialog.getByLabel(label)).toHaveValue(value)
      if (!secret) return
      await expect(dialog.getByLabel(secret[0])).toHaveValue('')
      expect(await kept(page)).not.toContain(secret[1])
    })
})

test('the token of a key, which is in the address of its page, is kept nowhere', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const answer = await backend.call('POST', `/spaces/${space.id}/keys`, {
    token: person.token,
    body: { name: 'key-reports', tags: [], permissions: ['space:device:read'] },
  })
  const { id } = z.object({ id: z.string() }).parse(await answer.json())
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/keys/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('key-of-reports')
  await backend.revokeTokens(person)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await kept(page)).toContain('key-of-reports')
  expect(await kept(page)).not.toContain(id)

  await signInAgain(page, person)
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/keys$`))
  await page.getByRole('link', { name: 'key-reports', exact: true }).click()
  await restore(page).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('key-of-reports')
  expect(await kept(page)).not.toContain(id)
})
