import { and, eq, ne, sql } from 'drizzle-orm'
import { authApi } from '#contract/auth'
import {
  alertRule,
  appUser,
  device,
  deviceContact,
  simulatedDevice,
  space as spaceTable,
} from '../../server/db/schema'
import { DEMO_ACCOUNTS } from '../../server/demoAccounts'
import { aDuty } from '../support/alertDeliveries'
import { startMailbox } from '../support/mailbox'
import { expect, test } from './support/test'

const [OWNER] = DEMO_ACCOUNTS

test('a demo device stops: overview, bell, e-mail and receiver report it; it comes back, and all report that', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  test.setTimeout(300_000)
  const mailbox = await startMailbox()
  // Its devices send every few seconds.
  const server = await backend.ownServer({ mailbox, env: { DEMO: '1', SIMULATOR_SPEED: '100' } })
  const { email, password } = OWNER
  const signedIn = await server.call('POST', '/auth/login', { body: { email, password } })
  const { access_token: token } = authApi.login.answer.parse(await signedIn.json())
  const spoke = () =>
    server.db
      .select({ id: device.id, name: device.name, spaceId: device.spaceId })
      .from(device)
      .innerJoin(deviceContact, eq(deviceContact.deviceId, device.id))
      .innerJoin(simulatedDevice, eq(simulatedDevice.deviceId, device.id))
      .innerJoin(spaceTable, eq(spaceTable.id, device.spaceId))
      .innerJoin(appUser, and(eq(appUser.id, spaceTable.ownerId), eq(appUser.email, email)))
      .where(
        and(
          eq(simulatedDevice.silent, false),
          sql`${deviceContact.lastSeen} > now() - interval '10 seconds'`,
        ),
      )
      .orderBy(sql`${deviceContact.usualInterval}`, device.name)
      .limit(1)
  let stopped = { id: '', name: '', spaceId: '' }
  await expect(async () => {
    const [found] = await spoke()
    stopped = found ?? stopped
    expect(stopped.name).not.toBe('')
  }).toPass()
  /** Sets when the device wakes next; null for never. */
  const play = (nextWakeAt: Date | null) =>
    server.db.update(simulatedDevice).set({ nextWakeAt }).where(eq(simulatedDevice.deviceId, stopped.id))
  const space = { id: stopped.spaceId, owner: { token } }
  await aDuty(server, space, `${receiver.url}/alerts`, {
    name: 'It stopped',
    condition: { kind: 'silent', seconds: 60 },
    scope: { kind: 'devices', device_ids: [stopped.id] },
  })
  // Other rules of the demo could notify meanwhile.
  await server.db.update(alertRule).set({ enabled: false }).where(ne(alertRule.name, 'It stopped'))
  await server.signIn(page, { token })
  await page.goto(`${server.url}/space/${stopped.spaceId}/overview`)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()

  await play(null)
  await expect(page.getByRole('link', { name: 'It stopped' })).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText('1 device for 1 minute')).toBeVisible()
  const opened = await mailbox.newest(email)
  expect(opened.headers.get('subject')).toContain('It stopped')
  expect(opened.text).toContain(`${stopped.name}: silent since`)
  const [request] = await receiver.arrivals('/alerts')
  const expected = { event: 'opened', devices: [{ id: stopped.id, ended_at: null }] }
  expect(JSON.parse(request?.body ?? '')).toMatchObject(expected)
  const openBell = () =>
    page.getByRole('button', { name: /Notifications, \d+ new/ }).click({ timeout: 45_000 })
  const newest = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first()
  await openBell()
  await expect(newest).toContainText(new RegExp(`It stopped in .*: ${stopped.name}`))

  await page.goto(opened.link)
  const dialog = page.getByRole('dialog', { name: 'Acknowledge this alert?' })
  await dialog.getByLabel('Note').fill('its door stood open')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText('its door stood open').first()).toBeVisible()

  await play(new Date())
  await expect(page.locator('span').getByText('Resolved', { exact: true })).toBeVisible({ timeout: 60_000 })
  const over = await mailbox.newest(email, 2)
  expect(over.headers.get('subject')).toContain('alert resolved in')
  const requests = await receiver.arrivals('/alerts', 2)
  const isOver = { event: 'ended', devices: [{ id: stopped.id, ended_at: expect.any(String) }] }
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject(isOver)
  await openBell()
  await expect(newest).toContainText('Resolved, ')
  await page.goto(`${server.url}/space/${stopped.spaceId}/overview`)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'It stopped' })).toBeHidden()
  await mailbox.stop()
})
