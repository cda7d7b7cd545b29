import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import type { Receiver } from '../support/receiver'
import type { Backend } from './support/backend'
import { atEachWidth } from './support/pages'
import { expect, test } from './support/test'

const HOOK = '/hook'

/** Creates a device whose data a connector sends to the receiver, and opens the page of the connector. */
async function aRoute(page: Page, backend: Backend, receiver: Receiver) {
  const person = await backend.person()
  const space = await backend.space(person)
  const tags = [await backend.tag(space, 'outdoor')]
  const device = await backend.device(space, { name: 'pump-1', tags })
  const connector = await aConnector(backend, space, {
    tags,
    retry_delays: [3600],
    name: 'to-warehouse',
    transformation: `function main(job) {
      return { url: ${JSON.stringify(receiver.url + HOOK)}, data: { test: job.test, body: job.message.body } }
    }`,
  })
  const address = `/space/${space.id}/connectors/${connector.id}`
  await backend.signIn(page, person)
  return { person, space, device, connector, address }
}

const bodiesAt = (receiver: Receiver) => receiver.at(HOOK).map(({ body }) => JSON.parse(body))

test('the last message is sent once as a test, and its attempt opens', { tag: '@heavy' }, async ({
  page,
  backend,
  receiver,
}) => {
  const { device, address } = await aRoute(page, backend, receiver)
  await backend.messages(device, [{ level: 5 }])
  await receiver.arrivals(HOOK)
  receiver.on(HOOK, (response) => void response.writeHead(503).end('not today'))
  await page.goto(address)
  await page.getByRole('button', { name: 'Send a test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test through to-warehouse?' })
  await expect(dialog).toContainText('The saved code sends')
  await expect(dialog).toContainText('The message is sent as it is stored, unless you edit it.')
  await dialog.getByRole('button', { name: 'Send the test' }).click()

  await expect(page).toHaveURL(/\/deliveries\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Test: Data of pump-1')
  // The attempt appears by itself, and is the only one.
  await expect(page.getByText('Attempt 1')).toBeVisible()
  await expect(page.getByText('not today')).toBeVisible()
  await expect(page.getByText('Not delivered', { exact: true })).toBeVisible()
  expect(bodiesAt(receiver)).toEqual([
    { test: false, body: { level: 5 } },
    { test: true, body: { level: 5 } },
  ])
  expect(receiver.at(HOOK).at(-1)?.headers['webhook-test']).toBe('true')

  // A test is not retried: another one is sent, and opens in place of the first.
  receiver.on(HOOK, (response) => void response.writeHead(204).end())
  const first = page.url()
  await page.getByRole('button', { name: 'Send another test' }).click()
  await dialog.getByRole('button', { name: 'Send the test' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(first)
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
  await receiver.arrivals(HOOK, 3)

  // The test does not change the statistics on the page of the connector.
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeVisible()
  await expect(page.getByText('None in the last 24 hours.')).toBeVisible()
})

test('a paused connector sends a message that was written for the test, from the keyboard', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const { address } = await aRoute(page, backend, receiver)
  await page.goto(address)
  await page.getByRole('button', { name: 'Pause' }).click()
  const pausing = page.getByRole('dialog', { name: 'Pause the connector to-warehouse?' })
  await pausing.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Connector paused')).toBeVisible()

  await page.getByRole('button', { name: 'Send a test' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send a test through to-warehouse?' })
  await expect(dialog).toContainText('The connector is paused. The test is sent anyway')
  const body = dialog.getByRole('textbox', { name: 'Body of the message' })
  await body.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"level": ')
  await expect(dialog.getByText('This is not valid JSON.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send the test' })).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"level": 7}')
  await dialog.getByRole('button', { name: 'Send the test' }).press('Enter')
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
  expect(bodiesAt(receiver)).toEqual([{ test: true, body: { level: 7 } }])
})

test('the dialog fits each width, in both languages', { tag: '@heavy' }, async ({
  page,
  backend,
  receiver,
}) => {
  const { device, address } = await aRoute(page, backend, receiver)
  await backend.messages(device, [{ level: 5 }])
  for (const [preferredLanguage, button, title, send] of [
    ['en', 'Send a test', 'Send a test through to-warehouse?', 'Send the test'],
    ['cs', 'Odeslat zkoušku', 'Odeslat zkoušku konektorem to-warehouse?', 'Odeslat zkoušku'],
  ] as const) {
    await page.evaluate(
      (preferences) => localStorage.setItem('preferences', preferences),
      JSON.stringify({ preferredLanguage }),
    )
    await page.goto(address)
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await atEachWidth(page, () => expect(dialog.getByRole('button', { name: send })).toBeEnabled(), dialog)
  }
})
