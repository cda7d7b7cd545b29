import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { spaceAuditApi } from '#contract/audit'
import { BATCH_CAPABILITY } from '#contract/audit/capability'
import { configTemplatesApi, configurationApi } from '#contract/configuration'
import { CONFIGURATION_CAPABILITY, devicesApi } from '#contract/devices'
import { aClaimToken, aDevice, aSerialNumber, aTag } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { devices } from '..'
import IntakeDialog from './IntakeDialog'
import { nameOf } from './rows'
import { isAsCreated } from './work'

const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })

async function paste(rows: string) {
  const line = connect(server, space.owner)
  await showInSpace(<IntakeDialog onClose={() => undefined} />, {
    client: line.client,
    space,
    resource: devices,
    capabilities: [BATCH_CAPABILITY, CONFIGURATION_CAPABILITY],
  })
  const input = await screen.findByRole('textbox', { name: 'Or paste rows' })
  await user.click(input)
  await user.paste(rows)
  await user.click(screen.getByRole('button', { name: 'Read the rows' }))
  return line
}
const stored = async (serial: string) => {
  const answer = await server.call('GET', `/spaces/${space.id}/devices?serial_number=${serial}`, {
    token: space.owner.token,
  })
  return devicesApi.list.answer.parse(await answer.json())
}

test('names are counted by a pattern, or have the serial number', () => {
  expect([
    nameOf('valve-{nn}', '1', 7),
    nameOf('valve-{nnn}', '1', 7),
    nameOf('v-{serial}', '12', 7),
  ]).toEqual(['valve-07', 'valve-007', 'v-12'])
})

test('a claim token in the place of the serial number is neither shown nor searched', async () => {
  const [token, serial] = [aClaimToken(), aSerialNumber()]
  const line = await paste([`${token},${serial}`, `${serial} ${token}`].join('\n'))
  await screen.findByText('2 rows have errors and are left out.')
  expect(document.body.textContent).toContain(`${token.slice(0, 3)}••••••`)
  expect(document.body.textContent).not.toContain(token)
  expect(JSON.stringify(line.calls)).not.toContain(token)
})

test('after a lost answer only a device that is as the row says counts as created', () => {
  const [one, two] = [{ id: '1' }, { id: '2' }]
  const input = { name: 'pump', comment: null, tags: [two, one], label: { b: '2', a: '1' } }
  const device = { ...input, tags: [one, two], label: { a: '1', b: '2' } }
  expect(isAsCreated(device, input)).toBe(true)
  for (const change of [{ name: 'other' }, { comment: 'x' }, { tags: [one] }, { label: null }])
    expect(isAsCreated({ ...device, ...change }, input)).toBe(false)
})

test('rows are checked before anything is created, then become devices in one change that can be taken back', async () => {
  const tag = await aTag(server, space, 'roof')
  const there = await aDevice(server, space)
  const secondToken = aClaimToken()
  const [first, second, third] = [aSerialNumber(), aSerialNumber(), aSerialNumber()]
  const token = aClaimToken()
  const line = await paste(
    [
      'Sériové číslo;Token;Název;Štítky;Komentář;Site',
      `${first};${token};;roof;north;Brno`,
      `${second};${secondToken};pump-b;;`,
      `${first};${aClaimToken()};pump-c;;`,
      `${there.serial_number};${aClaimToken()};pump-d;;`,
      `${third};short;pump-e;cellar;`,
    ].join('\n'),
  )
  expect(await screen.findByText('2 devices can be taken in.')).toBeTruthy()
  expect(screen.getByText('3 rows have errors and are left out.')).toBeTruthy()
  const table = within(screen.getByRole('table', { name: 'Devices to take in' }))
  expect(table.getByText('Serial number: the same as in row 2')).toBeTruthy()
  expect(table.getByText('Serial number: a device of this space has it already')).toBeTruthy()
  expect(table.getByText('Tags: the space has no tag cellar')).toBeTruthy()
  expect(table.getByText('Site: Brno')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const discard = within(await screen.findByRole('alertdialog', { name: 'Discard what was read?' }))
  await user.click(discard.getByRole('button', { name: 'Keep' }))
  expect(document.body.textContent).not.toContain(token)
  expect(line.sent).toEqual([])
  const pattern = screen.getByRole('textbox', { name: /Name of devices/ })
  await user.clear(pattern)
  await user.click(pattern)
  await user.paste('valve-{nn}')
  await user.click(screen.getByRole('button', { name: 'Take in 2 devices' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const label = { Site: 'Brno' }
  expect(await stored(first)).toMatchObject([
    { name: 'valve-01', comment: 'north', tags: [{ id: tag.id }], label },
  ])
  const [one] = await stored(second)
  if (!one) throw new Error('the second device was not created')
  const log = await server.call(
    'GET',
    spaceAuditApi.list.path.replace('{spaceId}', space.id) + '?grouped=true',
    {
      token: space.owner.token,
    },
  )
  const entries = spaceAuditApi.list.answer.parse(await log.json())
  expect(entries[0]).toMatchObject({ action: 'device.create', entries: 2 })
  expect(JSON.stringify(entries)).not.toContain(token)

  // One of them sends before the change is taken back.
  await anUplink(server, { ...one, token: secondToken })
  await user.click(undo)
  expect(await screen.findByText('It was changed or has sent since, so it is kept.')).toBeTruthy()
  await waitFor(async () => expect(await stored(first)).toEqual([]))
  expect(await stored(second)).toHaveLength(1)
})

test('all devices get the labels that they lack and the settings of a template, which a retry completes', async () => {
  const settings = { 'app config interval-report': '900' }
  await server.call('POST', configTemplatesApi.create.path.replace('{spaceId}', space.id), {
    token: space.owner.token,
    body: { name: 'Valves', settings },
  })
  const [first, second] = [aSerialNumber(), aSerialNumber()]
  const line = await paste(
    [
      'serial;token;name;Site',
      `${first};${aClaimToken()};valve-x;Brno`,
      `${second};${aClaimToken()};valve-y;`,
    ].join('\n'),
  )
  await screen.findByText('2 devices can be taken in.')
  await user.click(await screen.findByRole('combobox', { name: 'Configuration template' }))
  await user.click(await screen.findByRole('option', { name: 'Valves' }))
  for (const [name, value] of [
    ['Site', 'Praha'],
    ['Floor', '2'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Add label' }))
    const label = within(screen.getAllByRole('group', { name: /^Label \d$/ }).at(-1) ?? document.body)
    await user.type(label.getByRole('textbox', { name: 'Name' }), name)
    await user.type(label.getByRole('textbox', { name: 'Value' }), value)
  }
  expect(await screen.findByText('Site: Praha, Floor: 2')).toBeTruthy()
  let isRefusing = true
  line.interrupt = ({ path }) =>
    isRefusing && path.endsWith('/configuration') ? new Response('busy', { status: 409 }) : undefined
  await user.click(screen.getByRole('button', { name: 'Take in 2 devices' }))
  expect(
    await screen.findAllByText('The device is created, but did not get the settings of the template.'),
  ).toHaveLength(2)
  isRefusing = false
  await user.click(screen.getByRole('button', { name: 'Try 2 again' }))
  await waitFor(() => expect(screen.queryByText(/^The device is created/)).toBeNull())
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const [one] = await stored(first)
  expect(one?.label).toEqual({ Site: 'Brno', Floor: '2' })
  const path = configurationApi.read.path.replace('{spaceId}', space.id).replace('{deviceId}', one?.id ?? '')
  const answer = await server.call('GET', path, { token: space.owner.token })
  expect(configurationApi.read.answer.parse(await answer.json()).wished).toEqual([
    { name: 'app config interval-report', value: '900' },
  ])
  await user.click(undo)
  await waitFor(async () => expect([...(await stored(first)), ...(await stored(second))]).toEqual([]))
})
