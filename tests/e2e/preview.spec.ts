import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import { expect, test } from './support/test'

/** Sends the temperature, cancels without one, and fails on a broken thermometer. */
const CODE = `function main(job) {
  const { thermometer } = job.message.body
  if (!thermometer) return null
  if (thermometer.fault) throw new TypeError('fault ' + thermometer.fault)
  return { url: 'https://example.com/hook', data: { celsius: thermometer.temperature } }
}`

/** Replaces the content of an editor with one line. */
async function replace(page: Page, editor: string, text: string) {
  const input = page.getByRole('textbox', { name: editor })
  await input.focus()
  await input.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

test('code runs on the latest message, after each edit and on many; errors are marked, and a loop is stopped', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const tags = [await backend.tag(space)]
  const device = await backend.device(space, { tags })
  const fault = { thermometer: { fault: 'E1' } }
  const bodies = [fault, fault, {}, { thermometer: { temperature: 21.5 } }]
  const ids = await backend.messages(device, bodies)
  const connector = await aConnector(backend, space, { tags, transformation: CODE })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/connectors/${connector.id}?edit=true&tab=preview`)

  const output = page.getByRole('region', { name: 'Output', exact: true })
  await expect(page.getByText('A request would be sent')).toBeVisible()
  await expect(output).toContainText('"celsius": 21.5')
  await page.getByRole('tab', { name: 'Difference' }).click()
  await expect(page.getByRole('row', { name: /^added: / }).first()).toContainText('"celsius": 21.5')
  await page.getByRole('tab', { name: 'Output' }).click()

  await page.getByRole('button', { name: 'Run the code on them' }).click()
  const results = page.getByRole('table', { name: 'Results for the messages' })
  await expect(results.getByRole('row')).toHaveText([
    /^/,
    /Failed2Error: TypeError: fault E1 \(line 4\)/,
    /Cancelled1–/,
    /Sent1–/,
  ])
  await results.getByRole('button', { name: 'Open newest in editor' }).first().click()
  await expect(page).toHaveURL(new RegExp(`message=${ids[1]}`))
  await expect(output).toHaveText('Error: TypeError: fault E1 (line 4)')
  await expect(output).toBeInViewport()

  await replace(page, 'Input', '{"message": {"body": 5}}')
  await replace(page, 'Transformation', "function main(job) { throw new Error('no ' + job.message.body) }")
  await expect(output).toHaveText('Error: no 5 (line 1)')
  await expect(page.getByText(/Line 1, column \d+: Error: no 5/)).toBeVisible()
  await replace(page, 'Transformation', 'function main() { new Array(1e8).join(); for (;;) {} }')
  await expect(output).toContainText('Error: TimeoutError: the function ran longer than 250 ms')
  await replace(page, 'Transformation', "function main() { return { url: 'https://example.com' } }")
  await expect(output).toContainText('"url": "https://example.com"')
})
