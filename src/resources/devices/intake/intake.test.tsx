import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { spaceAuditApi } from '#contract/audit'
import { BATCH_CAPABILITY } from '#contract/audit/capability'
import { devicesApi } from '#contract/devices'
import { aClaimToken, aDevice, aSerialNumber, aTag } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { devices } from '..'
import IntakeDialog from './IntakeDialog'
import { nameOf } from './rows'

const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })

async function paste(rows: string) {
  const line = connect(server, space.owner)
  await showInSpace(<IntakeDialog onClose={() => undefined} />, {
    client: line.client,
    space,
    resource: devices,
    capabilities: [BATCH_CAPABILITY],
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

test('rows are checked before anything is created, then become devices in one change that can be taken back', async () => {
  const tag = await aTag(server, space, 'roof')
  const there = await aDevice(server, space)
  const secondToken = aClaimToken()
  const [first, second, third] = [aSerialNumber(), aSerialNumber(), aSerialNumber()]
  const token = aClaimToken()
  const line = await paste(
    [
      'Sériové číslo;Token;Název;Štítky;Komentář',
      `${first};${token};;roof;north`,
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
  expect(document.body.textContent).not.toContain(token)
  expect(line.sent).toEqual([])
  const pattern = screen.getByRole('textbox', { name: /Name of devices/ })
  await user.clear(pattern)
  await user.click(pattern)
  await user.paste('valve-{nn}')
  await user.click(screen.getByRole('button', { name: 'Take in 2 devices' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(await stored(first)).toMatchObject([{ name: 'valve-01', comment: 'north', tags: [{ id: tag.id }] }])
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
