import { PRODUCTS } from '../support/destinations'
import { atEachWidth } from './support/pages'
import { expect, test } from './support/test'

test('a connector for InfluxDB is created without code, tested, and delivers', { tag: '@heavy' }, async ({
  page,
  backend,
  receiver,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const tag = await backend.tag(space, 'outdoor')
  const device = await backend.device(space, { name: 'tank-1', tags: [tag] })
  await backend.messages(device, [{ tank: { level: 12.5, 'is full': false } }])
  receiver.any((response, { method, path, headers, body }) => {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]))
    const { status, body: text } = PRODUCTS.influxdb.answer({ method, path, headers: flat, body })
    response.writeHead(status).end(text)
  })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors?create=true`)
  const dialog = page.getByRole('dialog', { name: 'Create a connector' })
  const { address = '', organization = '', bucket = '' } = PRODUCTS.influxdb.filled(receiver.url)
  await dialog.getByLabel('Start from').selectOption('InfluxDB')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address)
  await dialog.getByRole('textbox', { name: 'Organization' }).fill(organization)
  await dialog.getByRole('textbox', { name: 'Bucket' }).fill(bucket)
  await dialog.getByRole('button', { name: 'Create a variable…' }).click()
  await dialog.getByLabel('Value: API token').fill(PRODUCTS.influxdb.secret(receiver.url))
  await dialog.getByLabel('Value: API token').press('Enter')
  await expect(page.getByText('Variable created', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('to-influx')
  await dialog.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'outdoor' }).click()
  await dialog.getByRole('button', { name: 'Create connector' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'to-influx' })).toBeVisible()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send the test' }).click()
  await expect(page.getByRole('button', { name: /Status 204/ })).toBeVisible()
  const [tried] = receiver.received
  expect(tried?.body).toMatch(
    /^telemetry,device=\d+,name=tank-1 tank.level=12.5,tank.is\\ full=false \d{13}$/,
  )
  await expect(page.getByText('token-of-the-test')).toHaveCount(0)

  await page.goBack()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('Connector enabled')).toBeVisible()
  await backend.messages(device, [{ tank: { level: 13 } }])
  await expect.poll(() => receiver.received.length).toBe(2)
})

test('the form of a destination fits at each width, in both languages', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  for (const [preferredLanguage, begin, create] of [
    ['en', 'Start from', 'Create a variable…'],
    ['cs', 'Kam doručovat', 'Vytvořit proměnnou…'],
  ] as const) {
    await page.evaluate(
      (preferences) => localStorage.setItem('preferences', preferences),
      JSON.stringify({ preferredLanguage }),
    )
    await page.goto(`/space/${space.id}/connectors?create=true&suggestion=thingsboard`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: create }).click()
    await atEachWidth(page, () => expect(dialog.getByLabel(begin)).toHaveValue('thingsboard'), dialog)
  }
})
