import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { aMessage } from '../support/builders'
import { findValues } from '../support/series'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** Longest time for the editor, the sandbox and the chart to load on a busy machine, in ms. */
const LOADED = { timeout: 30_000 }
test.describe.configure({ timeout: 120_000 })

/** Creates a space of a system administrator with a device that has sent these bodies, a minute apart. */
async function aScene(page: Page, backend: Backend, bodies: readonly unknown[]) {
  const admin = await backend.person({ systemRole: 'admin' })
  const space = await backend.space(admin)
  const device = await backend.device(space, { name: 'pump-1' })
  const send = (body: unknown, minutesAgo: number) =>
    aMessage(backend, device, {
      at: new Date(Date.now() - minutesAgo * 60_000),
      body: JSON.stringify(body),
    })
  for (const [index, body] of bodies.entries()) await send(body, bodies.length - index)
  await backend.signIn(page, admin)
  return { admin, space, device, path: `/space/${space.id}/dashboard?deviceId=${device.id}`, send }
}

const series = (page: Page) => page.getByRole('table', { name: 'Series' })
const rowOf = (page: Page, name: string) =>
  series(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Show ${name}`, exact: true }) })
const code = (page: Page) => page.getByRole('region', { name: 'Transformation' })

const linkTo = (path: string, source: string) =>
  `${path}#transformation=${Buffer.from(source).toString('base64url')}`

test('an administrator charts a device: from its messages to the readings, their table and after a reload', async ({
  page,
  backend,
}) => {
  const bodies = [-2.5, 3, 10].map((temperature) => ({
    thermometer: { temperature },
    system: { voltage: 3.1 },
  }))
  const { space, device, send } = await aScene(page, backend, bodies)
  const other = await backend.person()
  await page.goto(`/space/${space.id}/messages?deviceId=${device.id}`)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible(LOADED)
  await expect(rowOf(page, 'temperature').getByRole('cell')).toHaveText(
    ['10.0', '-2.5', '3.5', '10.0', '3'],
    LOADED,
  )
  // The values of the first chart are ticked.
  await expect(page.getByRole('checkbox', { name: 'thermometer.temperature' })).toBeChecked()
  await expect(page.getByText('1 selected')).toBeVisible()

  // A window that becomes narrow after the editor was wide does not scroll sideways.
  await expect(code(page).getByRole('textbox')).toBeVisible(LOADED)
  await page.setViewportSize({ width: 375, height: 800 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })

  const chart = page.getByRole('application', { name: /^Chart/ })
  await expect(chart).toBeVisible(LOADED)
  await chart.press('Home')
  await expect(chart.getByRole('status')).toContainText(/\dZtemperature-2.5/)
  await chart.press('+')
  await expect(page.getByRole('button', { name: 'Show everything' })).toBeEnabled()
  // The numbers are those of the visible range.
  await expect(rowOf(page, 'temperature').getByRole('cell')).toHaveText(['3.0', '3.0', '3.0', '3.0', '1'])
  await chart.press('0')
  await expect(page.getByRole('button', { name: 'Show everything' })).toBeDisabled()

  await chart.hover()
  await page.mouse.wheel(0, -100)
  await expect(page.getByRole('button', { name: 'Show everything' })).toBeDisabled()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect(page.getByRole('button', { name: 'Show everything' })).toBeEnabled()
  await page.getByRole('button', { name: 'Show everything' }).click()

  const table = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const lines = (await readFile(await (await table).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['temperature', '-2.5', '3', '10'])
  const picture = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PNG' }).click()
  const image = await readFile(await (await picture).path())
  expect(image.subarray(1, 4).toString()).toBe('PNG')

  await page.getByRole('button', { name: 'Show temperature' }).click()
  await expect(page.getByText('All series are hidden.')).toBeVisible()
  await expect(chart).toHaveCount(0)

  await send({ thermometer: { temperature: 20 } }, 0)
  await page.getByRole('button', { name: 'Load new messages' }).click()
  await expect(rowOf(page, 'temperature').getByRole('cell').last()).toHaveText('4', LOADED)

  // Only system administrators see the dashboard, whatever their role in the space.
  const own = await backend.space(other)
  const theirs = await backend.device(own)
  await backend.signIn(page, other)
  await page.goto(`/space/${own.id}/messages?deviceId=${theirs.id}`)
  await expect(page.getByRole('link', { name: 'Device', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await page.goto(`/space/${own.id}/dashboard?deviceId=${theirs.id}`)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
})

test('ticked values become code, which stays in this browser until it is reset', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const { path } = await aScene(page, backend, [
    { a: { level: 1 }, samples: [1, 2, 3], note: 'x' },
    { a: { level: 2 }, samples: [4, 5, 6], note: '7' },
  ])
  await page.goto(path)
  await page.getByRole('searchbox', { name: 'Search the numbers' }).fill('SAMP')
  await page.getByRole('checkbox', { name: 'samples[]' }).check()
  await page.getByRole('searchbox', { name: 'Search the numbers' }).fill('')
  await page.getByRole('checkbox', { name: 'a.level' }).uncheck()
  await page.getByRole('button', { name: 'Generate code' }).click()
  await expect(rowOf(page, 'samples').getByRole('cell')).toHaveText(['6', '1', '3.5', '6', '6'], LOADED)
  await expect(rowOf(page, 'level')).toHaveCount(0)

  await page.reload()
  await expect(rowOf(page, 'samples')).toBeVisible(LOADED)
  await code(page).getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(rowOf(page, 'level')).toBeVisible(LOADED)
  await expect(rowOf(page, 'samples')).toHaveCount(0)
})

test('failed messages are counted, with the position of the first error, and colours must be valid', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const { path } = await aScene(
    page,
    backend,
    [1, 2, 3].map((n) => (n === 2 ? { n, broken: true } : { n })),
  )
  const source = `//{"n":"red"}
const { n, broken } = message.body
if (broken) null.x
return { date: message.created_at, n }`
  await page.goto(linkTo(path, source))
  await page.getByRole('button', { name: 'Run this code' }).click()
  await expect(rowOf(page, 'n').getByRole('cell')).toHaveText(['3', '1', '2', '3', '2'], LOADED)
  await expect(
    page.getByText(/1 message failed and is left out\..*TypeError: .* \(line 3, column \d+\)/),
  ).toBeVisible()
  const editor = code(page).getByRole('textbox')
  await expect(editor).toBeVisible(LOADED)
  await expect(async () => {
    await page.getByRole('button', { name: /^line 3/ }).click()
    await expect(editor).toBeFocused({ timeout: 1000 })
  }).toPass(LOADED)

  // The editor suggests fields of the messages.
  await editor.press('ControlOrMeta+End')
  await editor.pressSequentially('\nmessage.body.b')
  await expect(page.getByRole('option', { name: 'broken' })).toBeVisible(LOADED)
  await editor.press('Escape')

  await editor.press('ControlOrMeta+Home')
  await editor.pressSequentially('// ')
  await editor.press('ControlOrMeta+Enter')
  await expect(page.getByText('The comment in the first line is not a JSON object')).toBeVisible()
  await expect(series(page)).toHaveCount(0)
})

test('an upload of stored readings is drawn over its hours, one line per sensor, even without a comment with colours', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const start = Math.floor(Date.now() / 1000) - 6 * 3600
  const sensor = (serial_number: number, avg: number) => ({
    serial_number,
    measurements: Array.from({ length: 20 }, (_, i) => ({ timestamp: start + 600 * i, avg: avg + i })),
  })
  const { path } = await aScene(page, backend, [
    { w1: [sensor(1_590_182_671, 0), sensor(1_590_182_672, 100)] },
  ])
  await page.goto(path)
  const timestamp = page.getByRole('checkbox', {
    name: 'w1[serial_number=1590182671].measurements[].timestamp',
  })
  await expect(timestamp).toBeVisible(LOADED)
  await expect(page.getByText(`for example ${start}`).first()).toBeVisible()
  for (const serial of ['1590182671', '1590182672'])
    await page.getByRole('checkbox', { name: `w1[serial_number=${serial}].measurements[].avg` }).check()
  await page.getByRole('button', { name: 'Generate code' }).click()
  await expect(rowOf(page, '1590182672 avg').getByRole('cell')).toHaveText(
    ['119', '100', '109.5', '119', '20'],
    LOADED,
  )

  // The readings are ten minutes apart, as measured.
  const timesOf = async () => {
    const table = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const [, ...lines] = (await readFile(await (await table).path(), 'utf8')).trimEnd().split('\r\n')
    return lines.map((line) => Date.parse(line.split(',')[0] ?? '') / 1000)
  }
  expect(await timesOf()).toEqual(Array.from({ length: 20 }, (_, i) => start + 600 * i))

  const source = `return { readings: [[${start}, 1], ['2001-01-01', 2]] }`
  await page.goto(linkTo(path, source))
  await page.getByRole('button', { name: 'Run this code' }).click()
  await expect(rowOf(page, 'readings').getByRole('cell').last()).toHaveText('1', LOADED)
  await expect(page.getByText('The series have default colours.')).toBeVisible()
  await expect(page.getByText('1 reading has a time outside the range and is left out.')).toBeVisible()
})

test('a link asks before its code runs, and the code can access nothing', async ({ page, backend }) => {
  const { path } = await aScene(page, backend, [{ thermometer: { temperature: 1 } }])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const hostile = `//{"<img src=x onerror=alert(1)>":"red"}
const reached = ['fetch', 'XMLHttpRequest', 'WebSocket', 'localStorage', 'document', 'window', 'process', 'importScripts']
  .filter((name) => name in globalThis)
try { fetch('/v2/stolen') } catch {}
try { import('/v2/stolen') } catch {}
try { (() => {}).constructor('return this')().fetch('/v2/stolen') } catch {}
return { date: message.created_at, '<img src=x onerror=alert(1)>': reached.length }`
  await page.goto(linkTo(path, hostile))
  await expect(page.getByRole('heading', { name: 'This link contains code' })).toBeVisible(LOADED)
  await expect(page.getByText("fetch('/v2/stolen')").first()).toBeVisible(LOADED)
  expect(asked.filter((url) => url.includes('wasm'))).toEqual([])

  await page.getByRole('button', { name: 'Don’t run it' }).click()
  await expect(rowOf(page, 'temperature')).toBeVisible(LOADED)
  await expect(page).toHaveURL((url) => url.hash === '')

  await page.goto(linkTo(path, hostile))
  await page.getByRole('button', { name: 'Run this code' }).click()
  await expect(rowOf(page, '<img src=x onerror=alert(1)>').getByRole('cell')).toHaveText(
    ['0', '0', '0', '0', '1'],
    LOADED,
  )
  await expect(page.getByText('This code came with a link.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to my code' }).click()
  await expect(rowOf(page, 'temperature')).toBeVisible(LOADED)
  expect(asked.filter((url) => url.includes('stolen'))).toEqual([])

  await page.goto(linkTo(path, '').replace(/=$/, '=!'))
  await expect(page.getByText('The code in this link cannot be read')).toBeVisible(LOADED)
  await expect(rowOf(page, 'temperature')).toBeVisible(LOADED)
})

test('a dashboard starts with series of the device, and its own code is not replaced without asking', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const { device, path } = await aScene(page, backend, [])
  for (const level of [2, 3]) await backend.uplink(device, { body: { tank: { level }, pump: true } })
  await findValues(backend)
  await page.goto(path)
  const begin = page.getByRole('button', { name: 'Start from series…' })
  const dialog = page.getByRole('dialog', { name: 'Start from these series' })
  await begin.click()
  await expect(dialog.getByRole('checkbox', { name: 'level' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'pump' }).click()
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'pump' }).click()
  await dialog.getByRole('button', { name: 'Generate code' }).click()
  await expect(rowOf(page, 'level').getByRole('cell').last()).toHaveText('2', LOADED)
  await expect(rowOf(page, 'pump').getByRole('cell').first()).toHaveText('1')
  await begin.click()
  await expect(dialog.getByRole('alert')).toHaveText('Your code in the editor will be replaced.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'pump')).toBeVisible()
})
