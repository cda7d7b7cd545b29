import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aDevice } from '../../../../../tests/support/builders'
import { stubCanvas } from '../../../../../tests/support/canvas'
import { connect, showInSpace } from '../../../../../tests/support/console'
import { catchDownloads } from '../../../../../tests/support/downloads'
import { findValues } from '../../../../../tests/support/series'
import { serveSpace } from '../../../../../tests/support/serve'
import { anUplink } from '../../../../../tests/support/uplink'
import { devices } from '../..'
import DevicePage from '../../DevicePage'

stubCanvas()
const { server, space } = await serveSpace()

const show = (id: string, query = '') =>
  showInSpace(<DevicePage />, {
    client: connect(server, space.owner).client,
    space,
    resource: devices,
    path: '/devices/:id',
    at: `/devices/${id}?tab=history${query}`,
    capabilities: [SERIES_CAPABILITY],
  })

const exportedSchema = z.object({ value: z.number() })

test('exports all values of the range, safe from formulas', async () => {
  const user = userEvent.setup({ delay: null })
  const saved = catchDownloads()
  const device = await aDevice(server, space)
  const bodies = [{ '=1+1': 1 }, { '=1+1': 2 }]
  const sent = []
  for (const body of bodies) sent.push(await anUplink(server, device, { body }))
  await findValues(server)
  await show(device.id)
  const open = async (format: RegExp) => {
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Values/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export values' }))
    await user.click(dialog.getByRole('radio', { name: format }))
    await user.click(dialog.getByRole('button', { name: 'Export' }))
    await dialog.findByText('2 values were exported.')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
  }
  await open(/^JSON lines/)
  const { name, text } = await saved()
  expect(name).toMatch(new RegExp(`^history-${device.name}-.*\\.jsonl$`))
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toEqual(
    sent.map(({ created_at }, i) => ({
      time: created_at,
      device: device.name,
      device_id: device.id,
      path: '["=1+1"]',
      label: '=1+1',
      value: i + 1,
      unit: null,
    })),
  )
  await open(/^CSV/)
  const [header, first] = (await saved(2)).text.split('\r\n')
  expect(header).toBe('\uFEFFtime,device,device_id,path,label,value,unit')
  expect(first).toContain(",'=1+1,1,")
})

test('exports compared values too, of an earlier time and of other devices, each once', async () => {
  const user = userEvent.setup({ delay: null })
  const saved = catchDownloads()
  const [device, other] = [await aDevice(server, space), await aDevice(server, space)]
  const hour = (hours: number) => Date.UTC(2026, 4, 3, hours)
  const times = [hour(-30), hour(-23), hour(-12), hour(1), hour(5)]
  for (const proof of [device, other])
    await anUplink(server, proof, { body: { list: times.map((ts, v) => ({ ts, v })) } })
  await findValues(server)
  const exported = async (more: string, count: number) => {
    const { unmount } = await show(device.id, `&range=${hour(0)}-${hour(3)}&${more}`)
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Lines' })).getAllByRole('listitem')).toHaveLength(2),
    )
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Values/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export values' }))
    await user.click(dialog.getByRole('button', { name: 'Export' }))
    const { text } = await saved(count)
    unmount()
    return text
      .trimEnd()
      .split('\n')
      .map((line) => exportedSchema.parse(JSON.parse(line)))
  }
  expect(await exported('with=day', 1)).toMatchObject([{ value: 1 }, { value: 3 }])
  expect(await exported(`with=devices,${other.id}`, 2)).toHaveLength(2)
})

test('exports a column for each series, for a Czech spreadsheet and for Excel', async () => {
  const user = userEvent.setup({ delay: null })
  const saved = catchDownloads()
  const device = await aDevice(server, space)
  const at = (hour: number) => Date.UTC(2026, 4, 3, hour)
  await anUplink(server, device, {
    body: {
      a: [1, 2, 4].map((hour) => ({ ts: at(hour), v: hour + 0.5 })),
      b: [2, 3].map((hour) => ({ ts: at(hour), v: hour })),
    },
  })
  await findValues(server)
  await show(device.id, `&range=${at(0)}-${at(6)}&series=a.v&series=b.v`)
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Values/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export values' }))
  await user.click(dialog.getByRole('radio', { name: /^CSV/ }))
  await user.click(dialog.getByRole('checkbox', { name: 'A column for each series' }))
  for (const [field, option] of [
    ['Separator', 'Semicolon'],
    ['Decimal sign', 'Comma: 1,5'],
  ] as const) {
    await user.click(dialog.getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  expect((await saved()).text.trimEnd().split('\r\n')).toEqual([
    '\uFEFFtime;a.v;b.v',
    `${new Date(at(1)).toISOString()};1,5;`,
    `${new Date(at(2)).toISOString()};2,5;2`,
    `${new Date(at(3)).toISOString()};;3`,
    `${new Date(at(4)).toISOString()};4,5;`,
  ])
  await user.click(await dialog.findByRole('button', { name: 'Close' }))

  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Values/ }))
  const again = within(await screen.findByRole('dialog', { name: 'Export values' }))
  await user.click(again.getByRole('radio', { name: /^CSV/ }))
  expect(again.getByRole('combobox', { name: 'Separator' }).textContent).toBe('Semicolon')
  await user.click(again.getByRole('radio', { name: /^Excel/ }))
  await user.click(again.getByRole('button', { name: 'Export' }))
  const { name, text } = await saved(2)
  expect(name).toMatch(/\.xlsx$/)
  expect(text).toMatch(/^PK/)
})

test('exports lines beyond the limit of the chart as well', async () => {
  const user = userEvent.setup({ delay: null })
  const saved = catchDownloads()
  const others = []
  for (let i = 0; i < 9; i++) others.push(await aDevice(server, space))
  const names = Array.from('abcdefghi')
  const [device, ...rest] = others
  if (!device) throw new Error('there are devices')
  for (const one of others)
    await anUplink(server, one, { body: Object.fromEntries(names.map((name) => [name, 1])) })
  await findValues(server)
  const exported = async (query: string, count: number) => {
    const { unmount } = await show(device.id, query)
    expect(await screen.findByText(/8 of 9 lines are drawn/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Values/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export values' }))
    expect(dialog.getByText(/including those not drawn/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Export' }))
    await dialog.findByText('9 values were exported.')
    const { text } = await saved(count)
    unmount()
    const schema = z.object({ device_id: z.string(), path: z.string() })
    return text
      .trimEnd()
      .split('\n')
      .map((line) => schema.parse(JSON.parse(line)))
  }
  const ids = rest.map(({ id }) => id)
  const ofDevices = await exported(`&series=a&with=devices,${ids.join(',')}`, 1)
  expect(new Set(ofDevices.map(({ device_id }) => device_id))).toEqual(new Set([device.id, ...ids]))
  const ofSeries = await exported(names.map((name) => `&series=${name}`).join(''), 2)
  expect(ofSeries.map(({ path }) => path).toSorted()).toEqual(names)
})
