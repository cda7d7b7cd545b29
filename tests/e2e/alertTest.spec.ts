import { type AlertRule, alertRulesApi } from '#contract/alerts'
import { connectorsApi } from '#contract/connectors'
import { sendsJob } from '../support/alertDeliveries'
import type { TestSpace } from '../support/builders'
import { startMailbox } from '../support/mailbox'
import { aPushBrowser } from '../support/push'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

async function aConnectorTo(server: Backend, space: TestSpace, name: string, url: string) {
  const body = { name, direction: 'up', triggers: [], retry_delays: [], transformation: sendsJob(url) }
  const { token } = space.owner
  const made = await server.call('POST', `/spaces/${space.id}/connectors`, { token, body })
  return connectorsApi.create.answer.parse(await made.json())
}

async function aRuleWith(server: Backend, space: TestSpace, notify: Partial<AlertRule['notify']>) {
  const body = {
    name: 'Pump is silent',
    condition: { kind: 'silent', seconds: 3600 },
    notify: { roles: ['admin'], user_ids: [], ...notify },
  }
  const { token } = space.owner
  const made = await server.call('POST', `/spaces/${space.id}/alert-rules`, { token, body })
  return alertRulesApi.create.answer.parse(await made.json())
}

test('a person tests a rule, sees which notifications arrived and failed, and opens the attempt', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const mailbox = await startMailbox()
  receiver.on('/broken', (response) => void response.writeHead(500).end('out of order'))
  const server = await backend.ownServer({ mailbox })
  const person = await server.person()
  const space = await server.space(person)
  const browser = await aPushBrowser(server, receiver, person)
  const [works, fails] = [
    await aConnectorTo(server, space, 'to-duty', `${receiver.url}/duty`),
    await aConnectorTo(server, space, 'to-archive', `${receiver.url}/broken`),
  ]
  const rule = await aRuleWith(server, space, { connector_ids: [works.id, fails.id] })
  await server.signIn(page, person)

  await page.goto(`${server.url}/space/${space.id}/alert-rules/${rule.id}`)
  const button = page.getByRole('button', { name: 'Send a test' })
  await button.focus()
  await page.keyboard.press('Enter')
  const outcome = page.getByRole('list', { name: /^Test results, / })
  const line = (name: string) => outcome.getByRole('listitem').filter({ hasText: name })
  await expect(line(`E-mail to ${person.email}`)).toContainText('Accepted by the mail server: ')
  await expect(line('Push: ')).toContainText('Accepted by the push service: ')
  await expect(line('Connector: to-duty')).toContainText(/HTTP 204 in \d+ ms/)
  await expect(line('Connector: to-archive')).toContainText('Not delivered: ')
  await expect(button).toBeFocused()
  const mail = await mailbox.newest(person.email)
  expect(mail.headers.get('subject')).toContain('Test: ')
  const [pushed] = await receiver.arrivals(browser.path)
  expect(browser.read(pushed?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'Test: Pump is silent' })

  await line('Connector: to-archive').getByRole('link', { name: 'Open the delivery' }).click()
  await expect(page.getByRole('heading', { name: /the receiver responded with 500/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Test: Pump is silent' })).toBeVisible()
  await page.getByRole('link', { name: 'Test: Pump is silent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pump is silent' })).toBeVisible()
  await mailbox.stop()
})

test('a rule is tested in its form before it is saved, on a phone, without any notification method', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/alert-rules?create=true`)
  const dialog = page.getByRole('dialog', { name: 'Create an alert rule' })
  await dialog.getByLabel('Name').fill('Not saved yet')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  const outcome = dialog.getByRole('list', { name: /^Test results, / })
  await expect(outcome).toContainText('this server has no mail server')
  await expect(outcome).toContainText('Push notifications are off in all your browsers.')
  await expect(dialog.getByLabel('Name')).toHaveValue('Not saved yet')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(375)
  const rules = await backend.call('GET', `/spaces/${space.id}/alert-rules`, { token: person.token })
  expect(await rules.json()).toEqual([])
})
