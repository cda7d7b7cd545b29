import { aDuty } from '../support/alertDeliveries'
import { startMailbox } from '../support/mailbox'
import { aPushBrowser } from '../support/push'
import { expect, test } from './support/test'

const DEVICES = 200

test('two hundred devices fall silent: one alert, one e-mail, one push, one request; acknowledged from the e-mail, and resolved', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  test.setTimeout(180_000)
  const mailbox = await startMailbox()
  const server = await backend.ownServer({ mailbox })
  const person = await server.person()
  const space = await server.space(person)
  const browser = await aPushBrowser(server, receiver, person)
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, (_, i) => server.device(space, { name: `meter-${i}` })),
  )
  const speak = async () => {
    const uplinks = devices.map(({ serial_number, token: proof }) => ({
      serial_number,
      token: proof,
      type: 'data',
      body: { level: 1 },
    }))
    for (let i = 0; i < uplinks.length; i += 100)
      await server.call('POST', '/devices/uplinks', { body: { uplinks: uplinks.slice(i, i + 100) } })
  }
  await speak()
  await aDuty(server, space, `${receiver.url}/alerts`, {
    name: 'Meters are silent',
    condition: { kind: 'silent', seconds: 3600 },
  })
  await server.signIn(page, person)
  await page.goto(`${server.url}/space/${space.id}/overview`)
  await expect(page.getByRole('link', { name: 'On time: 200' })).toBeVisible()

  // Let three days pass, in which the server runs without uplinks.
  await server.db.$client.query(
    `update device_contact set last_seen = last_seen - interval '3 days', expected_at = expected_at - interval '3 days',
       late_at = late_at - interval '3 days', silent_at = silent_at - interval '3 days' where space_id = $1`,
    [space.id],
  )
  await server.db.$client.query(
    `update routine set finished_at = now() - interval '4 days' where name = 'alerts back'`,
  )
  await expect(page.getByRole('link', { name: 'Meters are silent' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible({ timeout: 45_000 })
  const opened = await mailbox.newest(person.email)
  expect(opened.headers.get('subject')).toContain('Meters are silent (200 devices)')
  const [pushed] = await receiver.arrivals(browser.path)
  expect(browser.read(pushed?.bytes ?? Buffer.from(''))).toMatchObject({
    title: 'Meters are silent',
    body: expect.stringContaining(': 200 devices, '),
  })
  const [request] = await receiver.arrivals('/alerts')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ event: 'opened', device_count: DEVICES })
  await page.getByRole('link', { name: 'Late: 200' }).click()
  await expect(page.getByRole('row', { name: /meter-1 .*Late/ }).first()).toBeVisible()

  await page.goto(opened.link)
  const dialog = page.getByRole('dialog', { name: 'Acknowledge this alert?' })
  await dialog.getByLabel('Note').fill('the gateway is away')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText('200 devices, 200 ongoing')).toBeVisible()

  await speak()
  const over = await mailbox.newest(person.email, 2)
  expect(over.headers.get('subject')).toContain('alert resolved in')
  await expect(page.locator('span').getByText('Resolved', { exact: true })).toBeVisible({ timeout: 45_000 })
  const [, pushedOver] = await receiver.arrivals(browser.path, 2)
  expect(browser.read(pushedOver?.bytes ?? Buffer.from(''))).toMatchObject({
    title: 'Resolved: Meters are silent',
  })
  const requests = await receiver.arrivals('/alerts', 2)
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ event: 'ended' })
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click({ timeout: 45_000 })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link')).toContainText('Meters are silent in')
  await expect(panel.getByRole('link')).toContainText(/: meter-\d+, meter-\d+, meter-\d+ and 197 more/)
  await expect(panel.getByRole('link')).toContainText('Resolved, ')
  await page.goto(`${server.url}/space/${space.id}/overview`)
  await expect(page.getByText('All systems normal')).toBeVisible()

  expect(mailbox.received).toHaveLength(2)
  expect(receiver.at('/alerts')).toHaveLength(2)
  expect(receiver.at(browser.path)).toHaveLength(2)
  await mailbox.stop()
})
