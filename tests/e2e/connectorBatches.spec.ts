import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import type { Receiver } from '../support/receiver'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const HOOK = '/hook'

/** Code that sends the levels of a batch. */
const code = (receiver: Receiver) =>
  `function main(job) { return { url: '${receiver.url}${HOOK}', data: { levels: job.messages.map(({ body }) => body.level) } } }`

/** Creates a device whose data a connector sends one by one, and opens the page of the connector. */
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
      return { url: ${JSON.stringify(receiver.url + HOOK)}, data: { level: job.message.body.level } }
    }`,
  })
  await backend.signIn(page, person)
  return { device, address: `/space/${space.id}/connectors/${connector.id}` }
}

const speak = async (page: Page, preferredLanguage: string) =>
  page.evaluate(
    (preferences) => localStorage.setItem('preferences', preferences),
    JSON.stringify({ preferredLanguage }),
  )

test('a person switches on batches, tests the code on one, and sees which messages were sent together', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  const { device, address } = await aRoute(page, backend, receiver)
  await backend.messages(device, [{ level: 5 }])
  await receiver.arrivals(HOOK)

  await page.goto(`${address}?edit=true&tab=advanced`)
  const size = page.getByLabel('Max. messages per request')
  await expect(page.getByLabel('Max. batch wait (s)')).toBeHidden()
  await size.fill('101')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(size).toHaveAccessibleDescription(/100/)
  await size.fill('3')
  await expect(page.getByLabel('Max. batch wait (s)')).toHaveValue('10')
  await page.getByLabel('Max. batch wait (s)').fill('60')
  await page.getByRole('switch', { name: 'The receiver can request single messages again' }).check()
  const transformation = page.getByRole('textbox', { name: 'Transformation' })
  await transformation.press('ControlOrMeta+A')
  await page.keyboard.insertText(code(receiver))
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByText('A request would be sent')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Output', exact: true })).toContainText('"levels"')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Up to 3, after 1 minute at the latest')).toBeVisible()

  await backend.messages(device, [{ level: 6 }, { level: 7 }, { level: 8 }])
  const [, batch] = await receiver.arrivals(HOOK, 2)
  const sent: { levels: number[] } = JSON.parse(batch?.body ?? '')
  expect(sent.levels.toSorted((one, other) => one - other)).toEqual([6, 7, 8])

  await page.goto(`${address}/deliveries`)
  await page
    .getByRole('link', { name: /^Open the delivery Data of pump-1/ })
    .first()
    .click()
  const together = page.getByRole('region', { name: 'Sent together' })
  await expect(together).toContainText('3 messages in one request')
  await expect(together.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('Attempt 1')).toBeVisible()
  const before = page.url()
  await together.getByRole('link').first().click()
  await expect(page).not.toHaveURL(before)
  await expect(together.getByRole('listitem')).toHaveCount(3)
})

test('in Czech, the fields and numbers have the right forms, at each width', { tag: '@heavy' }, async ({
  page,
  backend,
  receiver,
}) => {
  const { device, address } = await aRoute(page, backend, receiver)
  await speak(page, 'cs')
  await page.goto(`${address}?edit=true&tab=advanced`)
  await page.getByLabel('Max. zpráv v požadavku').fill('5')
  await page.getByLabel('Max. čekání na dávku (s)').fill('60')
  await expect(
    page.getByRole('switch', { name: 'Příjemce může žádat o jednotlivé zprávy znovu' }),
  ).toBeVisible()
  for (const width of [375, 900, 1500]) {
    await page.setViewportSize({ width, height: 900 })
    const excess = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth)
    expect(excess).toBeLessThanOrEqual(0)
  }
  await page.getByRole('textbox', { name: 'Transformace' }).press('ControlOrMeta+A')
  await page.keyboard.insertText(code(receiver))
  await page.getByRole('button', { name: 'Uložit' }).click()
  await page.getByRole('tab', { name: 'Přehled' }).click()
  await expect(page.getByText('Až 5, nejdelší čekání: 1 minuta')).toBeVisible()

  await backend.messages(
    device,
    [1, 2, 3, 4, 5].map((level) => ({ level })),
  )
  await receiver.arrivals(HOOK)
  await page.goto(`${address}/deliveries`)
  await page
    .getByRole('link', { name: /^Otevřít doručení/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Odesláno společně' })).toContainText(
    '5 zpráv v jednom požadavku',
  )
})
