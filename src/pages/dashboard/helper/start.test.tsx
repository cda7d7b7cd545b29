import { runInNewContext } from 'node:vm'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import type { Message } from '#contract/messages'
import { readingsOf, SERIES_CAPABILITY } from '#contract/series'
import { aDevice } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { findValues } from '../../../../tests/support/series'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { readResult } from '../result'
import { findSeries } from './findSeries'
import SeriesStart from './SeriesStart'
import { writeCode } from './writeCode'

const { server, space } = await serveSpace()

const CREATED = Date.parse('2026-05-03T00:00:00Z')
const MEASURED = Date.parse('2026-05-02T00:00:00Z')
const hour = (hours: number) => Date.parse('2026-05-01T00:00:00Z') + hours * HOUR

const messageOf = (body: unknown): Message => ({
  id: '019aa000-0000-7000-8000-000000000001',
  device_id: '019aa000-0000-7000-8000-000000000002',
  device_name: 'tank',
  device_serial_number: '1',
  created_at: new Date(CREATED).toISOString(),
  measured_at: new Date(MEASURED).toISOString(),
  type: 'data',
  direction: 'up',
  down_state: null,
  down_attempt: 0,
  down_state_at: null,
  down_scheduled_at: null,
  down_awaits: false,
  down_outcome: null,
  down_confirmed_at: null,
  down_reason: null,
  expires_at: null,
  down_expected_at: null,
  device_confirms: null,
  body: JSON.stringify(body),
  raw: null,
  codec_hash: null,
})

/** Result of code for a message by series: times and values. */
function drawn(code: string, { body, ...message }: Message): Record<string, [number, number][]> {
  const input = JSON.stringify({ ...message, body: JSON.parse(body ?? '') })
  const text = String(
    runInNewContext(`JSON.stringify((function (message) {\n${code}\n})(JSON.parse(input)))`, { input }),
  )
  const result = readResult(text)
  if (!result || 'mistake' in result) throw new Error(`The code returned ${text}`)
  const read = Array.from(result.values, ([name, values]) => [
    name,
    values.map((one) => (typeof one === 'object' && one ? [one.time, one.value] : [result.time, one])),
  ])
  return Object.fromEntries(read)
}

test.each([
  ['nested', { tank: { level: 2.5, 'flow rate': -1, valve: { open: true } }, note: 'x' }],
  ['in a list', { outputs: [0, 1.5, false] }],
  [
    'of items that say who they are',
    {
      meters: [
        { volume: 1, serial_number: 12 },
        { volume: 2, serial_number: 'b' },
      ],
    },
  ],
  [
    'with times of their own',
    {
      samples: [
        { ts: hour(1) / 1000, v: 1 },
        { ts: hour(2) / 1000, v: 2, w: { x: 3 } },
      ],
    },
  ],
  [
    'with times and a name',
    {
      log: [
        { at: new Date(hour(1)).toISOString(), name: 'a', v: 1 },
        { at: new Date(hour(1)).toISOString(), name: 'b', v: 2 },
      ],
    },
  ],
  ['that are the body', 21.5],
])('the code draws values %s like their history', (_, body) => {
  const message = messageOf(body)
  const found = findSeries([message])
  const readings = readingsOf(body, MEASURED, CREATED)
  const paths = [...found.keys()]
  expect(paths.toSorted()).toEqual([...new Set(readings.map(({ path }) => path))].toSorted())
  const code = writeCode(
    Array.from(found, ([path, to]) => ({
      ...to,
      isBoolean: readings.find((one) => one.path === path)?.isBoolean ?? false,
    })),
    paths,
  )
  const expected = Object.fromEntries(
    paths.map((path) => [
      path,
      readings.filter((one) => one.path === path).map(({ at, value }) => [at, value]),
    ]),
  )
  const values = drawn(code, message)
  // A reading without the number is a gap.
  const known = Object.entries(values).map(([path, all]) => [path, all.filter(([, value]) => value !== null)])
  expect(Object.fromEntries(known)).toEqual(expected)
})

test('a dashboard starts with chosen values by the names of the space, and replaces code only with a notice', async () => {
  const user = userEvent.setup({ delay: null })
  const { token } = space.owner
  const device = await aDevice(server, space)
  await anUplink(server, device, { body: { tank: { level: 2.5, pressure: 3 }, valve: true } })
  await findValues(server)
  const named = { series: [{ path: 'tank.level', label: 'Level', unit: 'm', is_pinned: true }] }
  await server.call('PUT', `/spaces/${space.id}/series/settings`, { token, body: named })
  const written: string[] = []
  let isClosed = false
  await showInSpace(
    <SeriesStart
      owner={{ kind: 'device', id: device.id }}
      messages={[messageOf({ tank: { level: 2.5 }, valve: true })]}
      hasOwnCode
      onWrite={(source) => written.push(source)}
      onClose={() => {
        isClosed = true
      }}
    />,
    {
      client: connect(server, space.owner).client,
      space,
      path: '/dashboard',
      at: '/dashboard',
      capabilities: [SERIES_CAPABILITY],
    },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Start from these series' }))
  expect(await dialog.findByRole('checkbox', { name: 'Level' })).toHaveProperty('checked', true)
  expect(dialog.getByText('Your code in the editor will be replaced.')).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: 'Add a value' }))
  // Values without a message in the range are not offered.
  expect(screen.queryByRole('option', { name: /pressure/ })).toBeNull()
  await user.click(await screen.findByRole('option', { name: /^valve/ }))
  expect(written).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Replace my code' }))
  expect(isClosed).toBe(true)
  expect(written).toEqual([
    `//{"Level (m)":"#3f74e0","valve":"#d1622b"}
const number = (value) => (typeof value === 'number' ? value : undefined)
const flag = (value) => (typeof value === 'boolean' ? Number(value) : undefined)

return {
  date: message.measured_at ?? message.created_at,
  "Level (m)": number(message.body?.tank?.level),
  valve: flag(message.body?.valve),
}
`,
  ])
})
