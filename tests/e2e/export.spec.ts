import { readFile } from 'node:fs/promises'
import type { Download, Page, Request } from '@playwright/test'
import { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import { FIRST_PAGE } from '../../src/dataProvider/messagePages'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const lineSchema = z.object({ id: z.string(), body: z.object({ sequence: z.number(), note: z.string() }) })

/** Opens the messages of a device that has more of them than one call answers; their ids, the newest first. */
async function openMessages(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'pump-1' })
  const bodies = Array.from({ length: LIST_LIMIT + 200 }, (_, sequence) => ({ sequence, note: 'a, "b"' }))
  const ids = await backend.messages(device, bodies)
  const other = await backend.device(space)
  await backend.messages(other, [{ sequence: -1 }])
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/messages?deviceId=${device.id}`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  return { ids: ids.toReversed(), dialog: page.getByRole('dialog', { name: 'Export messages' }) }
}

const contentOf = async (download: Download) => readFile(await download.path(), 'utf8')

test('the messages of a device are exported whole, in both formats and by keyboard', async ({
  page,
  backend,
}) => {
  const { ids, dialog } = await openMessages(page, backend)
  await expect(dialog.getByText(`All ${ids.length} messages`)).toBeVisible()
  const lines = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(dialog.getByText(`${ids.length} messages were exported.`)).toBeVisible()
  expect((await lines).suggestedFilename()).toMatch(/^messages-pump-1-\d{4}-\d\d-\d\d\.jsonl$/)
  const messages = (await contentOf(await lines))
    .trimEnd()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)))
  expect(messages.map(({ id }) => id)).toEqual(ids)
  expect(messages.at(-1)?.body).toEqual({ sequence: 0, note: 'a, "b"' })

  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  await dialog.getByRole('radio', { name: /^JSON lines/ }).focus()
  await page.keyboard.press('ArrowDown')
  const csv = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).press('Enter')
  const [header, ...rows] = (await contentOf(await csv)).trimEnd().split('\r\n')
  expect(header).toMatch(/^\uFEFFid,created_at,/)
  expect(rows.map((row) => row.split(',')[0])).toEqual(ids)
  expect(rows[0]).toContain(`"{""sequence"":${ids.length - 1},""note"":""a, \\""b\\""""}"`)

  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  await dialog.getByRole('radio', { name: /^CSV/ }).check()
  await dialog.getByRole('checkbox', { name: 'A column for each value in the bodies' }).check()
  const spread = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).press('Enter')
  const [columns, ...spreadRows] = (await contentOf(await spread)).trimEnd().split('\r\n')
  expect(columns).toMatch(/,raw,body\.sequence,body\.note$/)
  expect(spreadRows).toHaveLength(ids.length)
  expect(spreadRows[0]?.endsWith(`,${ids.length - 1},"a, ""b"""`)).toBe(true)
})

test('an export that fails goes on where it was, and one that is stopped asks for nothing more', async ({
  page,
  backend,
}) => {
  const { ids, dialog } = await openMessages(page, backend)
  const pages: (string | null)[] = []
  await page.route(/\/messages\?.*limit=1000/, async (route) => {
    pages.push(new URL(route.request().url()).searchParams.get('offset'))
    if (pages.length === 2) await route.fulfill({ status: 503, body: 'the server is busy' })
    else await route.continue()
  })
  const csv = page.waitForEvent('download')
  await dialog.getByRole('radio', { name: /^CSV/ }).check()
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByRole('alert')).toContainText('the server is busy')
  await expect(dialog.getByText(`${FIRST_PAGE + LIST_LIMIT} of ${ids.length} messages`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(`${ids.length} messages were exported.`)).toBeVisible()
  const rows = (await contentOf(await csv)).trimEnd().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',')[0])).toEqual(ids)
  const failed = ids[FIRST_PAGE + LIST_LIMIT - 1]
  expect(pages).toEqual([ids[FIRST_PAGE - 1], failed, failed])
  await dialog.getByRole('button', { name: 'Close' }).click()

  // The tags of the space are asked for with the same limit when the dialog opens.
  const isPage = (request: Request) => /\/messages\?.*limit=1000/.test(request.url())
  const held = page.waitForRequest(isPage)
  const aborted = page.waitForEvent('requestfailed', isPage)
  await page.unroute(/\/messages\?.*limit=1000/)
  // Never answered.
  await page.route(/\/messages\?.*limit=1000/, () => void pages.push('held'))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('button', { name: 'Export' }).click()
  await held
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await aborted
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(pages.filter((cursor) => cursor === 'held')).toHaveLength(1)
})
