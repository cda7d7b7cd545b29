import type { Page } from '@playwright/test'
import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click()

test('a rule is previewed before it is saved; its alert opens, is acknowledged, and ends by itself', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'tank-1' })
  const send = (level: number) => backend.uplink(device, { body: { level } })
  for (const level of [30, 18, 31]) await send(level)
  const seriesThere = async () =>
    (await backend.call('GET', `/spaces/${space.id}/series`, { token: person.token })).text()
  await expect.poll(seriesThere).toContain('level')

  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await section(page, 'Alerts')
  await expect(page.getByText('No open alerts')).toBeVisible()
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await page.getByRole('link', { name: 'Try this rule: Device late' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an alert rule' })
  await expect(dialog.getByText('When any device is silent for 3 usual intervals')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('No alerts of 1 device in the last 30 days.')

  // The same form, for a value.
  await dialog.getByLabel('Name').fill('Tank nearly empty')
  await dialog.getByRole('combobox', { name: 'Condition' }).click()
  await page.getByRole('option', { name: 'Value below a limit' }).click()
  await dialog.getByRole('combobox', { name: 'Value', exact: true }).click()
  await page.getByRole('option', { name: 'level' }).click()
  await dialog.getByRole('textbox', { name: 'Below' }).fill('20')
  await dialog.getByRole('textbox', { name: 'Resolves at' }).fill('25')
  await expect(
    dialog.getByText('When level is below 20, until it returns to 25, on all devices'),
  ).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText(/^1 alert of 1 device in the last 30 days/)
  await expect(dialog.getByRole('link', { name: /^tank-1: .*, 18$/ })).toHaveAttribute(
    'href',
    new RegExp(`/devices/${device.id}\\?tab=history&range=\\d+-\\d+&series=level`),
  )
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tank nearly empty' })).toBeVisible()

  await section(page, 'Alerts')
  await expect(page.getByText('No open alerts')).toBeVisible()
  await send(12)
  const row = page.getByRole('row', { name: /Tank nearly empty/ })
  await expect(row).toContainText('12', { timeout: 30_000 })
  await expect(row.getByRole('link', { name: 'tank-1' })).toBeVisible()

  await row.getByRole('button', { name: 'Acknowledge the alert Tank nearly empty' }).click()
  const acknowledgement = page.getByRole('dialog', { name: 'Acknowledge this alert?' })
  await acknowledgement.getByLabel('Note').fill('on my way')
  await acknowledgement.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(row).toContainText('Acknowledged')
  await expect(row).toContainText('on my way')

  await row.getByRole('link', { name: 'Tank nearly empty' }).click()
  await expect(page.getByText('1 device, 1 ongoing')).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('main').getByRole('link', { name: 'Tank nearly empty' }).click()
  await expect(page.getByRole('table', { name: 'Alerts', exact: true }).getByText('tank-1')).toBeVisible()
  await expectNoFaults(page)
  await page.goBack()
  await page.getByRole('link', { name: 'tank-1', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '1 open alert' })).toBeVisible()

  await send(26)
  await page.goBack()
  await expect(page.locator('span').getByText('Resolved', { exact: true })).toBeVisible({ timeout: 30_000 })
  await section(page, 'Alerts')
  await expect(page.getByText('No open alerts')).toBeVisible()
  await page.getByRole('link', { name: 'Resolved', exact: true }).click()
  await expect(row).toContainText('on my way')
})

test('the arrow keys reach the alerts of a preview', { tag: '@heavy' }, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'tank-1' })
  for (const level of [30, 18, 31, 17, 32]) await backend.uplink(device, { body: { level } })
  const body = { condition: { kind: 'below', path: 'level', limit: 20 } }
  const tried = async () => {
    const path = `/spaces/${space.id}/alert-rules/try`
    return (await backend.call('POST', path, { token: person.token, body })).text()
  }
  await expect.poll(tried).toContain('"alert_count":2')
  const rule = await backend.call('POST', `/spaces/${space.id}/alert-rules`, {
    token: person.token,
    body: { ...body, name: 'Tank nearly empty' },
  })
  const { id } = await rule.json()
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/alert-rules/${id}?edit=true`)
  const bars = page.getByRole('list', { name: /^Alerts by device and time/ }).getByRole('link')
  await expect(bars).toHaveCount(2)
  await bars.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(bars.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'tank-1' })).toBeVisible()
  await expect(page).toHaveURL(/tab=history&range=/)
})
