import { connectorsApi } from '#contract/connectors'
import { aConnector } from '../support/builders'
import type { Receiver } from '../support/receiver'
import { forwards } from '../support/webhooks'
import type { Backend } from './support/backend'
import { test as base, expect } from './support/test'

const HOOK = '/hook'

/** The test with a receiver that refuses everything until a test says otherwise. */
const test = base.extend({
  receiver: async ({ receiver }, use) => {
    receiver.on(HOOK, (response) => void response.writeHead(500).end('{"problem":"full"}'))
    await use(receiver)
  },
})

const accept = (receiver: Receiver) =>
  receiver.on(HOOK, (response) => void response.writeHead(200).end('thank you'))

/** Creates a device whose data a connector sends to the receiver, without retries. */
async function aRoute(backend: Backend, receiver: Receiver) {
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
  const countOf = async (state: string) => {
    const path = `/spaces/${space.id}/connectors/${connector.id}/deliveries/count?state=${state}`
    const answer = await backend.call('GET', path, { token: person.token })
    return connectorsApi.deliveryCount.answer.parse(await answer.json()).count
  }
  return { person, space, device, connector, countOf }
}

test('an hour of the heatmap leads to its failed deliveries, which are retried: one, then all the others', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const { person, space, device, connector, countOf } = await aRoute(backend, receiver)
  const [messageId] = await backend.messages(device, [{ reading: 1 }, { reading: 2 }, { reading: 3 }])
  await expect.poll(() => countOf('failed')).toBe(3)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors/${connector.id}`)
  await page.getByRole('link', { name: /Some failed; Succeeded: 0; Failed: 3/ }).click()
  await expect(page.getByRole('heading', { name: /^Deliveries of to-warehouse, \d/, level: 1 })).toBeVisible()
  const table = page.getByRole('table')
  await expect(table.getByText('Not delivered', { exact: true })).toHaveCount(3)

  await table
    .getByRole('button', { name: /^Details of Data of/ })
    .first()
    .click()
  const attempts = table.getByRole('button', { name: /^Attempt \d/ })
  await expect(attempts).toHaveText([/^Attempt 1.*the receiver responded with 500 Internal Server Error$/])
  await expect(table.getByText(`POST ${receiver.url}${HOOK}`)).toBeVisible()
  await expect(table.getByRole('tree', { name: 'Request body' })).toContainText('reading')
  await expect(table.getByRole('tree', { name: 'Response body' })).toContainText('"full"')

  accept(receiver)
  const again = table.getByRole('button', { name: /^Retry/ }).first()
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The delivery is being retried')).toBeVisible()
  await expect(table.getByText('Delivered', { exact: true })).toHaveCount(1)
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  // Although it can no longer be pressed.
  await expect(again).toBeFocused()
  await expect(attempts).toHaveCount(2)
  await expect(attempts.first()).toHaveText(/^Attempt 2.*Status 200$/)

  const all = page.getByRole('button', { name: 'Retry all not delivered' })
  const dialog = page.getByRole('alertdialog', { name: 'Retry 2 deliveries?' })
  await all.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  // It lost the focus while it counted.
  await expect(all).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('2 deliveries are being retried')).toBeVisible()
  await expect(table.getByText('Delivered', { exact: true })).toHaveCount(3)
  const ids = receiver.at(HOOK).map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(3)

  // The message shows where it was sent, and leads to the delivery.
  await page.goto(`/space/${space.id}/messages/${messageId}`)
  const fired = page.getByRole('list', { name: 'Connectors and this message' }).getByRole('listitem')
  await expect(fired).toHaveText([/^to-warehouse.*Delivered · attempt 2 · status 200/])
  await fired.getByRole('link', { name: 'Delivery to to-warehouse' }).click()
  await expect(page.getByRole('button', { name: /^Attempt 2.*Status 200$/ })).toBeVisible()
  await expect(page.getByText('thank you')).toBeVisible()
})
