import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { STATE_CAPABILITY } from '#contract/devices'
import { aDevice, aTag } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { catchDownloads } from '../../../../tests/support/downloads'
import { serveSpace } from '../../../../tests/support/serve'
import { devices } from '..'
import DeviceList from '../DeviceList'

const { server, space } = await serveSpace()

test('the devices that match the filters are exported, with their state and tags, and without their tokens', async () => {
  const user = userEvent.setup({ delay: null })
  const saved = catchDownloads()
  const roof = await aTag(server, space, 'roof')
  await aDevice(server, space, { name: 'pump-1', tags: [{ id: roof.id }], label: { floor: '3' } })
  await aDevice(server, space, { name: 'other' })
  const filter = JSON.stringify({ name: 'pump' })
  await showInSpace(<DeviceList />, {
    client: connect(server, space.owner).client,
    space,
    resource: devices,
    path: '/devices/:id?',
    at: `/devices?${new URLSearchParams({ filter })}`,
    capabilities: [STATE_CAPABILITY],
  })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export the devices' }))
  await user.click(dialog.getByRole('radio', { name: /^CSV/ }))
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  const [header, ...rows] = (await saved()).text.trimEnd().split('\r\n')
  expect(header).toBe(
    '\uFEFFname,serial_number,external_id,state,last_seen,open_alerts,firmware,tags,label,comment,session_id,created_at,moved_at,id',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/^pump-1,\d{10},,never,,[^,]*,,roof,"\{""floor"":""3""\}",/)
})
