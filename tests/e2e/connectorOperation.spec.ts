import { aConnector } from '../support/builders'
import type { Receiver } from '../support/receiver'
import { forwards } from '../support/webhooks'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const HOOK = '/hook'

/** Creates a device whose data a connector sends to the receiver. */
async function aRoute(backend: Backend, receiver: Receiver) {
  const person = await backend.person()
  const space = await backend.space(person)
  const tags = [await backend.tag(space, 'outdoor')]
  const device = await backend.device(space, { tags })
  const connector = await aConnector(backend, space, {
    tags,
    retry_delays: [3600],
    name: 'to-warehouse',
    transformation: forwards(receiver.url + HOOK),
  })
  return {
    person,
    device,
    path: `/space/${space.id}/connectors/${connector.id}`,
    list: `/space/${space.id}/connectors`,
  }
}

const readings = (count: number) => Array.from({ length: count }, (_, reading) => ({ reading }))

test('a receiver is away: the connector waits for it, says so, and delivers all when it is back', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const { person, device, path, list } = await aRoute(backend, receiver)
  receiver.on(HOOK, (response) => void response.writeHead(503).end())
  await backend.signIn(page, person)
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await backend.messages(device, readings(5))
  const notice = page.getByRole('group').filter({ hasText: 'The receiver has been unavailable since' })
  await expect(notice).toContainText('5 waiting, the oldest for')
  await expect(notice).toContainText('The last attempt: the receiver responded with 503 Service Unavailable.')
  await backend.messages(device, readings(3))
  await expect(notice).toContainText('8 waiting')

  await page.goto(list)
  await expect(page.getByRole('row', { name: /to-warehouse/ })).toContainText('Waiting for the receiver')

  receiver.on(HOOK, (response) => void response.writeHead(204).end())
  await page.goto(path)
  await notice.getByRole('button', { name: 'Try now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Try the receiver of to-warehouse now?' })
  await dialog.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByText('Trying the receiver now')).toBeVisible()
  await expect(notice).toBeHidden()
  // Deliveries that failed before the connector started to wait have their retry in an hour; no others are pending.
  await expect.poll(() => receiver.at(HOOK).length).toBeGreaterThanOrEqual(9)
})

test('a connector is paused, shows its backlog, and is resumed both ways', { tag: '@heavy' }, async ({
  page,
  backend,
  receiver,
}) => {
  const { person, device, path } = await aRoute(backend, receiver)
  await backend.signIn(page, person)
  await page.goto(path)

  await page.getByRole('button', { name: 'Pause' }).click()
  const pausing = page.getByRole('dialog', { name: 'Pause the connector to-warehouse?' })
  await pausing.getByRole('radio', { name: /^1 week/ }).check()
  await pausing.getByRole('button', { name: 'Pause' }).click()
  const notice = page.getByRole('group').filter({ hasText: 'Paused since' })
  await expect(notice).toContainText('Waiting deliveries are then sent')
  await backend.messages(device, readings(3))
  await expect(notice).toContainText('3 waiting, the oldest for')
  expect(receiver.at(HOOK)).toEqual([])

  const resuming = page.getByRole('dialog', { name: 'Resume the connector to-warehouse?' })
  await notice.getByRole('button', { name: 'Resume' }).click()
  await expect(resuming).toContainText('3 waiting')
  await resuming.getByRole('radio', { name: /^Skip them/ }).check()
  await resuming.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Connector resumed, 3 deliveries skipped')).toBeVisible()
  await expect(notice).toBeHidden()

  await page.getByRole('button', { name: 'Pause' }).click()
  await pausing.getByRole('button', { name: 'Pause' }).click()
  await backend.messages(device, readings(2))
  await expect(notice).toContainText('2 waiting')
  await notice.getByRole('button', { name: 'Resume' }).click()
  await resuming.getByRole('button', { name: 'Resume' }).click()
  await receiver.arrivals(HOOK, 2)
  expect(receiver.at(HOOK)).toHaveLength(2)

  await page.getByRole('link', { name: 'All deliveries' }).click()
  await expect(page.getByText('Skipped when the connector was resumed')).toHaveCount(3)
})
