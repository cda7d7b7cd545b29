import { aConnector } from '../support/builders'
import type { Receiver } from '../support/receiver'
import { forwards } from '../support/webhooks'
import type { Backend } from './support/backend'
import { atEachWidth } from './support/pages'
import { expect, test } from './support/test'

const HOOK = '/hook'

/** Creates a connector that sends messages of a device to the receiver. */
async function aWarehouse(backend: Backend, receiver: Receiver) {
  const person = await backend.person()
  const space = await backend.space(person)
  const tags = [await backend.tag(space, 'outdoor')]
  const device = await backend.device(space, { tags })
  const connector = await aConnector(backend, space, {
    tags,
    name: 'to-warehouse',
    transformation: forwards(receiver.url + HOOK),
  })
  return { person, space, tags, device, connector }
}

test('messages are sent again: their number, an example and the progress are shown', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const { person, space, tags, device, connector } = await aWarehouse(backend, receiver)
  const silent = await backend.device(space, { tags })
  await backend.messages(device, [{ reading: 1 }, { reading: 2 }, { reading: 3 }])
  await receiver.arrivals(HOOK, 3)
  const path = `/space/${space.id}/connectors/${connector.id}`
  await backend.signIn(page, person)
  await page.goto(`${path}?tab=deliveries`)

  await page.getByRole('button', { name: 'Replay messages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay messages through to-warehouse' })
  await expect(dialog.getByText('3 messages of 1 device')).toBeVisible()
  expect(receiver.at(HOOK)).toHaveLength(3)
  await dialog.getByRole('button', { name: 'What would be sent: 3 examples' }).click()
  await expect(dialog.getByText(receiver.url + HOOK)).toHaveCount(3)
  await dialog.getByRole('radio', { name: 'These devices' }).check()
  await expect(dialog.getByText('Choose at least one tag or device.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Replay' })).toBeDisabled()
  await dialog.getByLabel('Add a device').click()
  await page.getByRole('option', { name: new RegExp(silent.name) }).click()
  await expect(dialog.getByText('No messages match.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'With a tag of the connector' }).check()
  await dialog.getByRole('switch', { name: 'Only messages that were not delivered' }).check()
  await expect(dialog.getByText('No messages match.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Replay' })).toBeDisabled()
  await dialog.getByRole('switch', { name: 'Only messages that were not delivered' }).uncheck()
  await atEachWidth(page, () =>
    expect(dialog.getByRole('button', { name: 'Replay 3 messages' })).toBeInViewport(),
  )
  await dialog.getByLabel('Max. messages per second').fill('0.5')
  await dialog.getByRole('button', { name: 'Replay 3 messages' }).click()

  const list = page.getByRole('list', { name: 'Replays' })
  await expect(list.getByText('Running')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replay messages' })).toHaveAttribute('aria-disabled', 'true')
  await list.getByRole('button', { name: /^Pause the replay/ }).click()
  await expect(list.getByText('Paused')).toBeVisible()
  await list.getByRole('button', { name: /^Resume the replay/ }).click()
  await expect(list.getByText('Done')).toBeVisible({ timeout: 30_000 })
  await expect(list).toContainText('3 of 3 (100%)')
  const arrived = await receiver.arrivals(HOOK, 6)
  const again = arrived[3]
  const first = arrived.slice(0, 3).find(({ body }) => body === again?.body)
  expect(again?.headers['webhook-repeats']).toBe(first?.headers['webhook-id'])

  await page.goto(`${path}/deliveries/${String(again?.headers['webhook-id'])}`)
  await expect(page.getByRole('link', { name: /^Messages from/ })).toBeVisible()
  await page.getByRole('link', { name: /^The delivery of/ }).click()
  await expect(page).toHaveURL(new RegExp(`${String(first?.headers['webhook-id'])}$`))
})

test('in Czech, the number has the right plural form, a rate can have a comma, and the replay starts', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const { person, space, device, connector } = await aWarehouse(backend, receiver)
  await backend.messages(device, [1, 2, 3, 4, 5])
  await receiver.arrivals(HOOK, 5)
  await backend.signIn(page, person)
  await page.evaluate(
    (preferences) => localStorage.setItem('preferences', preferences),
    JSON.stringify({ preferredLanguage: 'cs' }),
  )
  await page.goto(`/space/${space.id}/connectors/${connector.id}?tab=deliveries`)
  await page.getByRole('button', { name: 'Odeslat zprávy znovu' }).click()
  const dialog = page.getByRole('dialog', { name: 'Odeslat zprávy znovu konektorem to-warehouse' })
  await expect(dialog.getByText('5 zpráv z 1 zařízení')).toBeVisible()
  await dialog.getByLabel('Max. zpráv za sekundu').fill('0,1')
  await dialog.getByRole('button', { name: 'Odeslat znovu 5 zpráv' }).click()
  const list = page.getByRole('list', { name: 'Opětovné odesílání' })
  await expect(list.getByText('Probíhá')).toBeVisible()
})
