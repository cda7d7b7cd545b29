import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { api } from '#contract'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import { aDevice, aSpace, aUser } from '../../../tests/support/builders'
import { address, connect, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { adminDevices } from '.'
import AdminDeviceList from './AdminDeviceList'

const server = await serve()
const [garden, roof] = [await aSpace(server), await aSpace(server)]
const pump = await aDevice(server, garden, { name: 'pump-one' })
await aDevice(server, roof, { name: 'valve-one' })

async function show(at = '/admin/devices') {
  const line = connect(server, await aUser(server, { systemRole: 'admin' }))
  const profile = await line.client.call(api.profile.get.answer, 'GET', '/profile')
  showPage(<AdminDeviceList />, {
    client: line.client,
    path: '/admin/devices',
    at,
    resource: adminDevices,
    capabilities: [LIST_FILTERS_CAPABILITY],
    profile,
  })
  return line
}

it('shows the devices of all spaces, with links to their pages', async () => {
  await show()
  const row = within(await screen.findByRole('row', { name: /pump-one/ }))
  const base = `/space/${garden.id}`
  const hrefOf = (name: string) => row.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('pump-one')).toBe(`${base}/devices/${pump.id}`)
  expect(hrefOf(garden.name)).toBe(`${base}/devices`)
  expect(hrefOf('Messages of pump-one')).toBe(`${base}/messages?deviceId=${pump.id}`)
  expect(row.getByText(pump.serial_number)).toBeTruthy()
  expect(screen.getByRole('row', { name: /valve-one/ })).toBeTruthy()
})

it('finds them by serial number, name or space on the server', async () => {
  const line = await show()
  const user = userEvent.setup({ delay: null })
  await user.type(
    await screen.findByRole('searchbox', { name: 'Name, serial, space' }),
    `${roof.name}{enter}`,
  )
  expect(await screen.findByRole('row', { name: /valve-one/ })).toBeTruthy()
  await expect.poll(() => screen.queryByRole('row', { name: /pump-one/ })).toBeNull()
  expect(address()).toContain('filter=')
  expect(line.calls.at(-1)?.query).toMatchObject({ text: roof.name })
})
