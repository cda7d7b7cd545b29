import type { Locator, Page } from '@playwright/test'
import { api } from '#contract'
import type { Device } from '#contract/devices'
import { CONFIG_SAVE_REFUSED } from '#contract/messages'
import type { TestSpace, TestUser } from '../support/builders'
import type { Proof } from '../support/uplink'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const EXAMPLE = ['app config interval-report 1800', 'app config interval-aggreg 300']
const importing = (addresses: string[]) => [
  `app config address count ${addresses.length}`,
  ...addresses.map((address) => `app config address add ${address}`),
]

interface Scene {
  space: TestSpace
  device: Device & Proof
}

/** The page that writes a message to a new device. */
async function openPage(page: Page, backend: Backend, member?: TestUser): Promise<Scene> {
  const owner = await backend.person()
  const members = member ? [{ person: member, role: 'user' as const }] : []
  const space = await backend.space(owner, { members })
  const device = await backend.device(space)
  await backend.signIn(page, member ?? owner)
  await page.goto(`/space/${space.id}/devices/${device.id}/create-message`)
  // The editor is the largest chunk of the console.
  await expect(editor(page)).toBeVisible({ timeout: 30_000 })
  return { space, device }
}

/** Messages that the server has for the device, newest first. */
async function stored(backend: Backend, { space, device }: Scene) {
  const answer = await backend.call('GET', `/spaces/${space.id}/messages?device_id=${device.id}`, {
    token: space.owner.token,
  })
  return api.messages.list.answer.parse(await answer.json()).map(({ type, direction, down_state, body }) => ({
    type,
    direction,
    down_state,
    body: JSON.parse(body ?? ''),
  }))
}

const pending = (type: string, body: unknown) => ({ type, direction: 'down', down_state: 'pending', body })

/** The editor, once it has replaced its skeleton. */
const editor = (page: Page) => page.getByRole('textbox', { name: 'Body' })

/** What the editor shows, line by line. */
const lines = (page: Page) => page.locator('.view-lines .view-line')

async function retype(input: Locator, text: string) {
  await input.focus()
  await input.press('ControlOrMeta+A')
  await input.press('Delete')
  await input.pressSequentially(text)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Schedule message' })

const importFile = async (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })

/** Posts to the messages of a space. */
function countPosts(page: Page) {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) posts += 1
  })
  return () => posts
}

test('each type is scheduled as it was typed, and the type is remembered', async ({ page, backend }) => {
  const scene = await openPage(page, backend)
  const address = page.url()
  await expect(page.getByRole('heading', { name: `Message for ${scene.device.name}` })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Config' })).toBeChecked()
  await expect(lines(page)).toHaveText(EXAMPLE.map((line) => line.replaceAll(' ', '\u00a0')))

  await page.getByRole('radio', { name: 'Data' }).check()
  await retype(editor(page), '{"outputs": [1, 0, 0, 1]}')
  await page.getByRole('radio', { name: 'Shell' }).check()
  await expect(lines(page).filter({ hasText: 'info' })).toBeVisible()
  await page.getByRole('radio', { name: 'Data' }).check()
  await expect(lines(page)).toHaveCount(1)
  await submit(page).click()
  await expect(page).toHaveURL(new RegExp(`/messages\\?deviceId=${scene.device.id}`))
  await expect(page.getByRole('status').filter({ hasText: 'Message scheduled' })).toBeVisible()
  expect(await stored(backend, scene)).toEqual([pending('data', { outputs: [1, 0, 0, 1] })])

  // Back leads past the form, to where the person came from.
  await page.goBack()
  await expect(page).not.toHaveURL(/create-message|\/messages\?/)
  await page.goto(address)
  await expect(page.getByRole('radio', { name: 'Data' })).toBeChecked()
  await page.getByRole('radio', { name: 'Shell' }).check()
  await submit(page).click()
  await expect(page).toHaveURL(/\/messages\?/)
  await page.goto(address)
  await page.getByRole('radio', { name: 'Config' }).check()
  await submit(page).click()
  await expect(page).toHaveURL(/\/messages\?/)
  const sent = await stored(backend, scene)
  expect(sent.slice(0, 2)).toEqual([pending('config', EXAMPLE), pending('shell', ['info show'])])

  const config = page.getByRole('row').filter({ hasText: 'Config' })
  await expect(config).toContainText('Pending')
  await backend.uplink(scene.device)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(config).toContainText('Sent')
})

test('config save is refused in both modes, and Ctrl+Enter sends from inside the editor', async ({
  page,
  backend,
}) => {
  const scene = await openPage(page, backend)
  const posts = countPosts(page)
  const refused = page.getByRole('alert').filter({ hasText: CONFIG_SAVE_REFUSED })
  await retype(editor(page), '  app config mode lte\n\nconfig save')
  await editor(page).press('ControlOrMeta+Enter')
  await expect(refused).toBeVisible()
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await expect(lines(page).filter({ hasText: '"config\u00a0save"' })).toBeVisible()
  await submit(page).click()
  await expect(refused).toBeVisible()
  expect(posts()).toBe(0)

  await retype(editor(page), '["app config mode lte", 1]')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Switch to text?' })
  await question.getByRole('button', { name: 'Switch to text' }).click()
  await expect(question).toBeHidden()
  await expect(lines(page)).toHaveText(['app\u00a0config\u00a0mode\u00a0lte'])
  await editor(page).press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/messages\?/)
  expect(await stored(backend, scene)).toEqual([pending('config', ['app config mode lte'])])
})

test('300 wM-BUS addresses are imported, and each wrong file gets its sentence', async ({
  page,
  backend,
}) => {
  const scene = await openPage(page, backend)
  const problem = page.getByRole('alert')
  const [wrongType, wrongText] = [
    'Please select a valid CSV file or TXT file.',
    'Please select file that contains wM-BUS addresses only.',
  ]
  // Each sentence differs from the previous one, so that none is mistaken for it.
  const wrong: [name: string, text: string, sentence: string][] = [
    ['addresses.xlsx', '11111111', wrongType],
    ['addresses.csv', '', wrongText],
    ['addresses.txt', '1'.repeat(300_000), 'This file is too large. The limit is 256 kB.'],
    ['addresses.csv', 'address\n11111111', wrongText],
    ['addresses', '11111111', wrongType],
    ['addresses.txt', '11111111;22222222', wrongText],
  ]
  for (const [name, text, sentence] of wrong) {
    await importFile(page, name, text)
    await expect(problem.filter({ hasText: sentence })).toBeVisible()
  }
  await expect(lines(page)).toHaveCount(2)

  const addresses = Array.from(
    { length: 300 },
    (_, number) => `${10_000_000 + number}${number % 3 ? '' : ' S'}`,
  )
  const file = addresses.map((address) => `${address.replace(' ', ';')};`).join('\r\n')
  await importFile(page, 'Addresses.CSV', `\uFEFF${file}\r\n${addresses[0] ?? ''}\r\n`)
  await expect(page.getByRole('status').filter({ hasText: '300 addresses imported' })).toBeVisible()
  await expect(problem.filter({ hasText: wrongText })).toHaveCount(0)
  await submit(page).click()
  await expect(page).toHaveURL(/\/messages\?/)
  expect(await stored(backend, scene)).toEqual([pending('config', importing(addresses))])
})

test("the server's refusal is shown at the body, which stays; invalid JSON is reported with its position", async ({
  page,
  backend,
}) => {
  const scene = await openPage(page, backend)
  await page.getByRole('radio', { name: 'Shell' }).check()
  await retype(editor(page), '["help" 1]')
  await submit(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'line 1, column 9' })).toBeVisible()

  await retype(editor(page), '["reboot"]')
  await page.route(/\/v2\/spaces\/[^/]+\/messages$/, (route) =>
    route.fulfill({ status: 400, body: 'body is not what this device reads', contentType: 'text/plain' }),
  )
  await submit(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'is not what this device reads' })).toBeVisible()
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(lines(page)).toHaveText(['["reboot"]'])
  await expect(page).toHaveURL(/create-message$/)
  expect(await stored(backend, scene)).toEqual([])

  await editor(page).press('Tab')
  await expect(submit(page)).toBeFocused()
})
