import { api } from '#contract'
import { CONFIG_SAVE_REFUSED } from '#contract/messages'
import { expect, test } from './support/test'

const EXAMPLE = ['app config interval-report 1800', 'app config interval-aggreg 300']

test('a message is written in the editor, refused with the reason, and sent from there with Ctrl+Enter', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Create message' }).click()

  const editor = page.getByRole('textbox', { name: 'Body' })
  /** Visible lines of the editor. */
  const lines = page.locator('.view-lines .view-line')
  const retype = async (text: string) => {
    await editor.focus()
    await editor.press('ControlOrMeta+A')
    await editor.press('Delete')
    await editor.pressSequentially(text)
  }
  await expect(lines).toHaveText(EXAMPLE.map((line) => line.replaceAll(' ', '\u00a0')))
  await page.getByRole('radio', { name: 'Shell' }).check()
  await expect(lines.filter({ hasText: 'info' })).toBeVisible()

  await page.getByRole('radio', { name: 'Config' }).check()
  await retype('  app config mode lte\n\nconfig save')
  await editor.press('ControlOrMeta+Enter')
  const refused = page.getByRole('alert').filter({ hasText: CONFIG_SAVE_REFUSED })
  await expect(refused).toBeVisible()
  await expect(editor).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(lines.filter({ hasText: '"config\u00a0save"' })).toBeVisible()
  await editor.press('Tab')
  await expect(editor).not.toBeFocused()

  await retype('["app config mode lte"]')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(lines).toHaveText(['app\u00a0config\u00a0mode\u00a0lte'])
  await editor.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(new RegExp(`/messages\\?deviceId=${device.id}`))
  await expect(page.getByRole('status').filter({ hasText: 'Message scheduled' })).toBeVisible()
  const stored = await backend.call('GET', `/spaces/${space.id}/messages?device_id=${device.id}`, {
    token: person.token,
  })
  expect(api.messages.list.answer.parse(await stored.json())).toMatchObject([
    { type: 'config', direction: 'down', down_state: 'pending', body: '["app config mode lte"]' },
  ])

  const config = page.getByRole('row').filter({ hasText: 'Config' })
  await expect(config).toContainText('Pending')
  await backend.uplink(device)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(config).toContainText('Handed over')
  // Back skips the form, to the page before it.
  await page.goBack()
  await expect(page).toHaveURL(`/space/${space.id}/devices/${device.id}`)
})
