import { startBroker, type TestBroker } from '../support/broker'
import { aConnector } from '../support/builders'
import { CLIENT } from '../support/certificates'
import { anUplink } from '../support/uplink'
import { expect, test } from './support/test'

let broker: TestBroker

test.beforeAll(async () => {
  broker = await startBroker({
    authenticate: (_client, username, password, done) =>
      done(null, username === 'post' && String(password) === 'a-password'),
  })
})
test.afterAll(() => broker.stop())

test('a connector for a broker is created, and messages of a device arrive there', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const tag = await backend.tag(space, 'greenhouse')
  const device = await backend.device(space, { tags: [tag] })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors`)
  await page.getByRole('button', { name: 'Create connector' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a connector' })
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('to-broker')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'MQTT' }).click()
  await dialog.getByRole('textbox', { name: 'Broker', exact: true }).fill('broker')
  await dialog.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'greenhouse' }).click()
  await dialog.getByRole('button', { name: 'Create connector' }).click()
  await expect(dialog.getByText(/^An address such as mqtts:/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Broker', exact: true }).fill(broker.url)
  await dialog.getByRole('textbox', { name: 'Broker user name' }).fill('post')
  await dialog.getByLabel('Broker password').fill('a-password')
  await dialog.getByRole('button', { name: 'Create connector' }).click()

  await expect(page.getByRole('heading', { name: 'to-broker', level: 1 })).toBeVisible()
  await expect(page.getByText('MQTT', { exact: true })).toBeVisible()
  await expect(page.getByText('Set', { exact: true })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Enabled' })).toBeChecked()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { name: 'Certificates' })).toBeVisible()
  await expect(page.getByText('Signing secret')).toBeHidden()
  await page.getByRole('tab', { name: 'Deliveries' }).click()

  const { id } = await anUplink(backend, device, { body: { level: 3 } })
  const topic = `devices/${device.serial_number}/data`
  const [message] = await broker.arrivals(topic)
  expect(JSON.parse(message?.payload ?? '')).toMatchObject({ id, body: { level: 3 } })

  await page.getByRole('link', { name: 'All deliveries' }).click()
  await expect(page.getByText('Published')).toBeVisible()
  await page.getByRole('link', { name: /^Open the delivery/ }).click()
  await expect(page.getByText(broker.url, { exact: true })).toBeVisible()
  await expect(page.getByText(topic, { exact: true })).toBeVisible()
})

test('a connector gets a client certificate, which is checked, shown and removed', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const connector = await aConnector(backend, space)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors/${connector.id}`)
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Set a certificate' }).click()
  const dialog = page.getByRole('dialog', { name: `Set the certificates of ${connector.name}` })
  await dialog.getByRole('textbox', { name: 'Certificate' }).fill(CLIENT.certificate)
  await dialog.getByRole('textbox', { name: 'Private key' }).fill('hello')
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(dialog.getByText('This is not a private key in PEM.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Private key' }).fill(CLIENT.key)
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByText('CN=A connector')).toBeVisible()
  await page.reload()
  await expect(page.getByText('CN=A connector')).toBeVisible()

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No certificates')).toBeVisible()
})
