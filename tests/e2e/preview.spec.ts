import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** Code that sends the temperature, cancels without one, and fails on a broken thermometer. */
const CODE = `function main(job) {
  const { thermometer } = job.message.body
  console.log('from', job.device.name)
  if (!thermometer) return null
  if (thermometer.fault) throw new TypeError('fault ' + thermometer.fault)
  return { url: 'https://example.com/hook', data: { celsius: thermometer.temperature } }
}`

const reading = (temperature: number) => ({ thermometer: { temperature } })

interface Scene {
  bodies: unknown[]
  transformation?: string
  /** Index of the body whose message the address names. */
  message?: number
}

/** The preview of a connector that shares a tag with a device that has sent these bodies; the first is the oldest. */
async function openPreview(page: Page, backend: Backend, { bodies, transformation = CODE, message }: Scene) {
  const person = await backend.person()
  const space = await backend.space(person)
  const tag = await backend.tag(space)
  const device = await backend.device(space, { tags: [tag] })
  const ids = await backend.messages(device, bodies)
  const connector = await aConnector(backend, space, { tags: [tag], transformation })
  await backend.signIn(page, person)
  const sample = message === undefined ? '' : `&message=${ids[message]}`
  await page.goto(`/space/${space.id}/connectors/${connector.id}?edit=true&tab=preview${sample}`)
  // The editor is the largest chunk of the console.
  await expect(code(page)).toBeVisible({ timeout: 30_000 })
  return { space, device, ids, connector }
}

const code = (page: Page) => page.getByRole('textbox', { name: 'Transformation' })
const output = (page: Page) => page.getByRole('region', { name: 'Output', exact: true })

/** Replaces the content of an editor with one line. */
async function replace(page: Page, editor: string, text: string) {
  const input = page.getByRole('textbox', { name: editor })
  await input.focus()
  await input.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

test('code runs on the latest message and again after each edit; null cancels, errors are marked', async ({
  page,
  backend,
}) => {
  const { device } = await openPreview(page, backend, { bodies: [reading(20), reading(21.5)] })
  await expect(page.getByText('A request would be sent')).toBeVisible()
  await expect(output(page)).toContainText('"celsius": 21.5')
  await page.getByRole('tab', { name: 'Console (1)' }).click()
  await expect(page.getByRole('region', { name: 'Console' })).toHaveText(`from ${device.name}`)
  await page.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByText('POST https://example.com/hook')).toBeVisible()
  await expect(page.getByText('Body, 16 bytes')).toBeVisible()
  await page.getByRole('tab', { name: 'Difference' }).click()
  await expect(page.getByRole('row', { name: /^added: / }).first()).toContainText('"celsius": 21.5')

  await page.getByRole('tab', { name: 'Output' }).click()
  await replace(page, 'Transformation', 'function main() { return null }')
  await expect(page.getByText('Cancelled: the code returned null')).toBeVisible()
  await expect(output(page)).toHaveText('null')
  await replace(page, 'Input', '{"message": {"body": 5}}')
  await replace(page, 'Transformation', "function main(job) { throw new Error('no ' + job.message.body) }")
  await expect(output(page)).toHaveText('Error: no 5 (line 1)')
  await expect(page.getByText(/Line 1, column \d+: Error: no 5/)).toBeVisible()
})

test('the last 200 messages are tried at once, and each of them is a click from the editor', async ({
  page,
  backend,
}) => {
  // 200 runs take long on a busy machine.
  test.slow()
  const broken = Array.from({ length: 150 }, () => ({ thermometer: { fault: 'E1' } }))
  const { ids } = await openPreview(page, backend, {
    bodies: [...broken, {}, ...Array(60).fill(reading(20))],
  })
  await page.getByRole('button', { name: 'Run the code on them' }).click()
  await expect(page.getByText('The code ran on 200 messages')).toBeVisible({ timeout: 60_000 })
  const groups = page.getByRole('table', { name: 'Results for the messages' }).getByRole('row')
  await expect(groups.nth(1)).toContainText(/Failed139Error: TypeError: fault E1 \(line 5\)/)
  await expect(groups.nth(2)).toContainText(/Cancelled1–/)
  await expect(groups.nth(3)).toContainText(/Sent60–/)

  await groups.nth(1).getByRole('button', { name: 'Open newest in editor' }).click()
  await expect(page).toHaveURL(new RegExp(`message=${ids[149]}`))
  await expect(output(page)).toHaveText('Error: TypeError: fault E1 (line 5)')
  await expect(output(page)).toBeInViewport()
})

test('names of vendors are taken, names without effect are told, and mistakes are explained', async ({
  page,
  backend,
}) => {
  await openPreview(page, backend, { bodies: [reading(20)] })
  const url = "url: 'https://example.com/hook'"
  await replace(
    page,
    'Transformation',
    `function main(job) { return { ${url}, headers: { 'X-A': 1 }, body: 'b' } }`,
  )
  await page.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByText('X-A: 1')).toBeVisible()
  await expect(page.getByText(/has no effect|have no effect/)).toHaveCount(0)
  await replace(
    page,
    'Transformation',
    `function main() { return { ${url}, URL: 1, headers: {}, header: {} } }`,
  )
  await expect(page.getByText('These names have no effect: URL.')).toBeVisible()
  await expect(
    page.getByText('The code returns both header and headers: headers has no effect.'),
  ).toBeVisible()

  await page.getByRole('tab', { name: 'Output' }).click()
  await replace(page, 'Transformation', 'function main(job) { return JSON.parse(job.message.body) }')
  await expect(output(page)).toHaveText(
    'Error: SyntaxError: JSON.parse needs text but was given an object; job.message.body is already parsed (line 1)',
  )
  await replace(page, 'Transformation', 'function main(job) { return job.device.upper() }')
  await expect(output(page)).toHaveText('Error: TypeError: job.device.upper is not a function (line 1)')
})

test('more headers, values and levels than a result may have leave the page alive', async ({
  page,
  backend,
}) => {
  await openPreview(page, backend, { bodies: [reading(20)] })
  const returning = (value: string) =>
    `function main() { const many = {}; for (let i = 0; i < 5000; i++) many['x' + i] = 1; let deep = 1; for (let i = 0; i < 1500; i++) deep = [deep]; return { url: 'https://example.com', ${value} } }`
  for (const [value, told] of [
    ['header: many', 'header has more than 100 entries'],
    ['data: deep', 'the function returned more than 1000 levels of objects and lists'],
    ['data: Array(250001).fill(1)', 'the function returned more than 250000 values'],
    ['...many', '(+4,995)'],
  ] as const) {
    await replace(page, 'Transformation', returning(value))
    await expect(page.getByText(told)).toBeVisible()
  }
})

test('a loop without an end is stopped, and the page stays alive', async ({ page, backend }) => {
  await openPreview(page, backend, {
    bodies: [reading(20)],
    transformation: 'function main() {\n  new Array(1e8).join()\n  for (;;) {}\n}',
  })
  await expect(output(page)).toContainText('Error: TimeoutError: the function ran longer than 250 ms')
  await replace(page, 'Transformation', "function main() { return { url: 'https://example.com' } }")
  await expect(output(page)).toContainText('"url": "https://example.com"')
})
