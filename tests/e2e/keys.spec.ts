import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { aKey } from '../support/builders'
import { press as pressControl, tabTo } from './support/keyboard'
import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

const run = promisify(execFile)

/** Programs that run commands exactly as the page shows them. */
const PROGRAMS = {
  curl: ['sh', '-c'],
  JavaScript: [process.execPath, '-e'],
  Python: ['python3', '-c'],
} as const
type Program = keyof typeof PROGRAMS

/** Output of a command, or its error. */
async function outcome(program: Program, command: string): Promise<string> {
  const [file, option] = PROGRAMS[program]
  const { stdout, stderr } = await run(file, [option, command]).catch((failure: object) => ({
    stdout: `failed: ${JSON.stringify(failure)}`,
    stderr: '',
  }))
  return stdout + stderr
}

/** Moves to the button with this name by keyboard, and presses it. */
const press = (page: Page, name: string) =>
  pressControl(page, page.getByRole('button', { name, exact: true }))

/** Copies the command of the chosen language, and waits until it has changed. */
async function copied(page: Page) {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const before = await clipboard()
  await press(page, 'Copy all')
  await expect(page.getByText('Text copied').first()).toBeVisible()
  await expect.poll(clipboard).not.toBe(before)
  return clipboard()
}

test('a key is created, used from its commands, limited and deleted, all by keyboard', {
  tag: '@heavy',
}, async ({ page, backend, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.device(space, { name: 'pump-of-the-well' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/keys`)

  await press(page, 'Create key')
  const dialog = page.getByRole('dialog', { name: 'Create a key' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('reporter')
  await press(page, 'Read everything')
  await expect(
    dialog.getByText(
      /^Can read devices, messages, histories of values, what needs attention, alert rules, alerts, mutes, shifts, roll-outs, configuration templates, tags, connectors, users, keys and variables\./,
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('tree')).toBeVisible()
  await expectNoFaults(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'reporter', level: 1 })).toBeVisible()
  await press(page, 'Show token')
  const token =
    (await page
      .getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
      .first()
      .textContent()) ?? ''
  expect(page.url()).not.toContain(token)
  await expect(page).not.toHaveTitle(new RegExp(token))

  const commands = new Map<Program, string>()
  for (const program of ['curl', 'JavaScript', 'Python'] as const) {
    await press(page, program)
    const command = await copied(page)
    expect(command).toContain(token)
    expect(await outcome(program, command)).toContain('pump-of-the-well')
    commands.set(program, command)
  }

  await press(page, 'Try this key')
  await expect(page.getByText(/The key works\. Status 200, \d+ ms/)).toBeVisible()
  await expect(page.getByRole('tree', { name: 'Response' })).toContainText('pump-of-the-well')
  await expectNoFaults(page)

  await page.reload()
  await press(page, 'Edit')
  const tree = page.getByRole('tree', { name: 'Permissions', exact: true })
  await tabTo(page, tree)
  // Devices are expanded, because some of their permissions are granted; Read is the second.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(tree.getByRole('treeitem', { name: 'Devices' })).toHaveAttribute('aria-checked', 'false')
  await press(page, 'Save')
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(
    page.getByText(
      /^Can read messages, histories of values, what needs attention, alert rules, alerts, mutes, shifts, roll-outs, configuration templates, tags, connectors, users, keys and variables\./,
    ),
  ).toBeVisible()
  for (const [program, command] of commands)
    expect(await outcome(program, command)).toContain('this needs the permission space:device:read')

  await press(page, 'Edit')
  await press(page, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete the key reporter?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/keys$`))
  for (const [program, command] of commands)
    expect(await outcome(program, command)).toContain('forbidden: bad API key')
})

test('the commands of a list make its call, and read the key from the environment', {
  tag: '@heavy',
}, async ({ page, backend, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await backend.person()
  const space = await backend.space(person)
  for (const name of ['pump-north', 'pump-south', 'valve-east']) await backend.device(space, { name })
  const key = await aKey(backend, space, { permissions: ['space:device:read'] })
  await backend.signIn(page, person)
  const filter = encodeURIComponent(JSON.stringify({ name: 'pump' }))
  await page.goto(`/space/${space.id}/devices?filter=${filter}&sort=name&order=ASC&perPage=20`)
  await expect(page.getByRole('link', { name: 'pump-north', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'API', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'This list from the API' })
  await expect(dialog.getByRole('region', { name: 'Command' })).toContainText(
    'limit=20&sort_by=name&order_by=asc&name=pump',
  )
  await dialog.getByRole('button', { name: 'Copy all' }).click()
  await expect(page.getByText('Text copied')).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, SPACEPORT_KEY: key.id } })
  const rows: { name: string }[] = JSON.parse(stdout)
  expect(rows.map(({ name }) => name)).toEqual(['pump-north', 'pump-south'])
})
