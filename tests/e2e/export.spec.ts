import { readFile } from 'node:fs/promises'
import { expect, test } from './support/test'

test('the messages of a device are saved as a file, by keyboard', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'pump-1' })
  const bodies = Array.from({ length: 120 }, (_, sequence) => ({ sequence, note: 'a, "b"' }))
  const ids = (await backend.messages(device, bodies)).toReversed()
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/messages?deviceId=${device.id}`)
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export messages' })
  await dialog.getByRole('radio', { name: /^JSON lines/ }).focus()
  await page.keyboard.press('ArrowDown')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(dialog.getByText(`${ids.length} messages were exported.`)).toBeVisible()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^messages-pump-1-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(header).toMatch(/^\uFEFFid,created_at,/)
  expect(rows.map((row) => row.split(',')[0])).toEqual(ids)
})
