import { expect, test } from './support/test'

test('a connector for Slack is chosen in a rule, and its receiver gets the alert', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'tank-1' })
  await backend.uplink(device, { body: { level: 30 } })
  await backend.signIn(page, person)

  await page.goto(`/space/${space.id}/connectors?create=true&suggestion=slack`)
  const creation = page.getByRole('dialog', { name: 'Create a connector' })
  await expect(creation.getByLabel('Start from')).toHaveValue('slack')
  await creation.getByRole('textbox', { name: 'Name', exact: true }).fill('to-slack')
  // The form asks for an address of Slack; a variable may have any.
  await creation.getByRole('button', { name: 'Use an existing variable' }).click()
  await creation.getByRole('button', { name: 'Create a variable…' }).click()
  const value = creation.getByLabel('Value: Address of the incoming webhook')
  await value.fill(`${receiver.url}/slack`)
  await value.press('Enter')
  await expect(page.getByText('Variable created')).toBeVisible()
  await creation.getByRole('button', { name: 'Create connector' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'to-slack' })).toBeVisible()
  await expect(page.getByText('None: only alerts')).toBeVisible()

  await page.goto(`${page.url()}?edit=true&tab=preview`)
  await expect(page.getByLabel('Message type or alert')).toHaveValue('opened')
  await expect(page.getByText('A request would be sent')).toBeVisible()
  await page.getByLabel('Message type or alert').selectOption('ended')
  await expect(page.getByText(/:large_green_circle:/).first()).toBeVisible()

  const [, id] = /connectors\/([^?]+)/.exec(page.url()) ?? []
  const path = `/spaces/${space.id}/connectors/${id}`
  const { token } = person
  expect((await backend.call('PUT', path, { token, body: { enabled: true } })).status).toBe(200)

  const condition = { kind: 'below', path: 'level', limit: 20 }
  const notify = { roles: [], user_ids: [] }
  const rule = { name: 'Tank nearly empty', condition, notify }
  const made = await backend.call('POST', `/spaces/${space.id}/alert-rules`, { token, body: rule })
  const { id: ruleId } = await made.json()
  await page.goto(`/space/${space.id}/alert-rules/${ruleId}?edit=true`)
  await page.getByRole('combobox', { name: 'Also send to' }).click()
  await page.getByRole('option', { name: 'to-slack' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'to-slack' })).toBeVisible()

  await backend.uplink(device, { body: { level: 12 } })
  const [request] = await receiver.arrivals('/slack')
  expect(request?.body).toContain('*Alert: <')
  expect(request?.body).toContain('tank-1: level 12, since ')

  await page.goto(`/space/${space.id}/connectors/${id}/deliveries`)
  const row = page.getByRole('row', { name: /Tank nearly empty/ })
  await expect(row).toContainText('Delivered')
  await row.getByRole('link', { name: /^Open the delivery Alert Tank nearly empty opened/ }).click()
  await expect(page.getByRole('button', { name: /Status 204/ })).toBeVisible()
  await page.getByRole('link', { name: 'Opened: Tank nearly empty' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tank nearly empty' })).toBeVisible()
})
