import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import { aDevice, messagesOf } from '../../../../tests/support/builders'
import { type Call, connect, refusal, showInSpace } from '../../../../tests/support/console'
import { catchDownloads } from '../../../../tests/support/downloads'
import { serveSpace } from '../../../../tests/support/serve'
import { FIRST_PAGE } from '../../../dataProvider/messagePages'
import { messages } from '..'
import MessageList from '../list/MessageList'

const lineSchema = z.object({ id: z.string(), body: z.object({ sequence: z.number(), note: z.string() }) })

const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })
const device = await aDevice(server, space, { name: 'pump-1' })
/** More messages than one call answers. */
const bodies = Array.from({ length: LIST_LIMIT + 200 }, (_, sequence) => ({ sequence, note: 'a, "b"' }))
/** Ids, the newest first. */
const ids = (await messagesOf(server, device, bodies)).toReversed()
await messagesOf(server, await aDevice(server, space), [{ sequence: -1 }])

let line: ReturnType<typeof connect>
beforeEach(async () => {
  line = connect(server, space.owner)
  await showInSpace(<MessageList />, {
    client: line.client,
    space,
    resource: messages,
    path: '/messages',
    at: `/messages?deviceId=${device.id}`,
  })
})

/** A number as formatted in the dialog. */
const written = (count: number) => count.toLocaleString('en')

/** Opens the dialog, and chooses a format. */
async function open(format: RegExp) {
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export messages' }))
  await user.click(dialog.getByRole('radio', { name: format }))
  return dialog
}
const idsIn = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[0])

/** Whether a call reads a later page of the export. */
const isLaterPage = ({ path, query }: Call) => path.endsWith('/messages') && query?.limit === '1000'

test('the messages of a device are exported completely, in each format', async () => {
  const saved = catchDownloads()
  const lines = await open(/^JSON lines/)
  await lines.findByText(`All ${written(ids.length)} messages`, { exact: false })
  await user.click(lines.getByRole('button', { name: 'Export' }))
  await lines.findByText(`${written(ids.length)} messages were exported.`)
  const first = await saved()
  expect(first.name).toMatch(/^messages-pump-1-\d{4}-\d\d-\d\d\.jsonl$/)
  const rowsOf = first.text.trimEnd().split('\n')
  const read = rowsOf.map((text) => lineSchema.parse(JSON.parse(text)))
  expect(read.map(({ id }) => id)).toEqual(ids)
  expect(read.at(-1)?.body).toEqual({ sequence: 0, note: 'a, "b"' })
  await user.click(lines.getByRole('button', { name: 'Close' }))

  const csv = await open(/^CSV/)
  await user.click(csv.getByRole('button', { name: 'Export' }))
  const { text } = await saved(2)
  expect(text).toMatch(/^\uFEFFid,created_at,/)
  expect(idsIn(text)).toEqual(ids)
  expect(text.split('\r\n')[1]).toContain(`"{""sequence"":${ids.length - 1},""note"":""a, \\""b\\""""}"`)
  await user.click(await csv.findByRole('button', { name: 'Close' }))

  const spread = await open(/^CSV/)
  await user.click(spread.getByRole('checkbox', { name: 'A column for each value in the bodies' }))
  await user.click(spread.getByRole('button', { name: 'Export' }))
  const [header, ...rows] = (await saved(3)).text.trimEnd().split('\r\n')
  expect(header).toMatch(/,raw,body\.sequence,body\.note$/)
  expect(rows).toHaveLength(ids.length)
  expect(rows[0]?.endsWith(`,${ids.length - 1},"a, ""b"""`)).toBe(true)
})

test('a failed export continues where it was', async () => {
  const saved = catchDownloads()
  const dialog = await open(/^CSV/)
  const offsets: unknown[] = []
  line.interrupt = (call) => {
    if (!isLaterPage(call)) return undefined
    offsets.push(call.query?.offset)
    return offsets.length === 2 ? refusal(503, 'the server is busy') : undefined
  }
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('the server is busy')
  expect(
    dialog.getByText(`${written(FIRST_PAGE + LIST_LIMIT)} of ${written(ids.length)} messages`),
  ).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'Continue' }))
  await dialog.findByText(`${written(ids.length)} messages were exported.`)
  expect(idsIn((await saved()).text)).toEqual(ids)
  const failed = ids[FIRST_PAGE + LIST_LIMIT - 1]
  expect(offsets).toEqual([ids[FIRST_PAGE - 1], failed, failed])
})

test('a stopped export aborts its call, and makes no more', async () => {
  const dialog = await open(/^JSON lines/)
  let held = 0
  let isGivenUp = false
  line.interrupt = (call, signal) => {
    if (!isLaterPage(call)) return undefined
    held += 1
    signal?.addEventListener('abort', () => {
      isGivenUp = true
    })
    // Never answered.
    return new Promise(() => undefined)
  }
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(held).toBe(1))
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  await dialog.findByRole('button', { name: 'Continue' })
  expect(isGivenUp).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(held).toBe(1)
})
