import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import type { Received, Receiver } from '../support/receiver'
import { forwards } from '../support/webhooks'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const HOOK = '/hook'

/** Creates a device whose data a connector sends to the receiver, and opens the page of the connector. */
async function aRoute(page: Page, backend: Backend, receiver: Receiver) {
  const person = await backend.person()
  const space = await backend.space(person)
  const tags = [await backend.tag(space, 'outdoor')]
  const device = await backend.device(space, { tags })
  const connector = await aConnector(backend, space, {
    tags,
    retry_delays: [],
    name: 'to-warehouse',
    transformation: forwards(receiver.url + HOOK),
  })
  await backend.signIn(page, person)
  const address = `/space/${space.id}/connectors/${connector.id}?tab=security`
  await page.goto(address)
  return { person, space, device, connector, address }
}

/** Whether a receiver with a secret accepts a request as genuine. */
function accepts(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

const secretOn = async (page: Page) => (await page.getByText(/^whsec_/).textContent()) ?? ''

test('a new secret gives the receiver a day to switch, unless a person ends the former one sooner', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const { device } = await aRoute(page, backend, receiver)
  await page.getByRole('button', { name: 'Show the secret' }).click()
  const first = await secretOn(page)

  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('combobox', { name: 'Keep the current secret valid for' })).toHaveValue('24')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await expect(page.getByText(/^whsec_/)).not.toHaveText(first)
  const second = await secretOn(page)
  const notice = page.getByRole('alert').filter({ hasText: 'signature of the previous secret, until' })
  await expect(notice).toBeVisible()

  await backend.messages(device, [{ reading: 1 }])
  const [during] = await receiver.arrivals(HOOK)
  expect([first, second].map((secret) => during && accepts(secret, during))).toEqual([true, true])

  // The notice is still there when the page is opened later.
  await page.reload()
  await notice.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the previous secret' }).click()
  await expect(notice).toBeHidden()
  await backend.messages(device, [{ reading: 2 }])
  const after = (await receiver.arrivals(HOOK, 2)).at(-1)
  expect([first, second].map((secret) => after && accepts(secret, after))).toEqual([false, true])
})

test('a leaked secret is replaced at once', { tag: '@heavy' }, async ({ page, backend, receiver }) => {
  const { device } = await aRoute(page, backend, receiver)
  await page.getByRole('button', { name: 'Show the secret' }).click()
  const first = await secretOn(page)
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('combobox').selectOption('None: it stops working immediately')
  await expect(dialog).toContainText('stops working immediately')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await expect(page.getByText(/^whsec_/)).not.toHaveText(first)
  const second = await secretOn(page)
  await expect(page.getByRole('button', { name: 'End now' })).toBeHidden()
  await backend.messages(device, [{ reading: 1 }])
  const [request] = await receiver.arrivals(HOOK)
  expect([first, second].map((secret) => request && accepts(secret, request))).toEqual([false, true])
})
