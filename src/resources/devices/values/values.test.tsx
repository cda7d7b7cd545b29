import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aDevice } from '../../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../../tests/support/console'
import { findValues } from '../../../../tests/support/series'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { devices } from '..'
import DeviceList from '../DeviceList'

const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

const show = (at = '/devices') =>
  showInSpace(<DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices',
    at,
    capabilities: [SERIES_CAPABILITY],
  })

const names = () => screen.getAllByRole('link', { name: /^tank-/ }).map(({ textContent }) => textContent)
const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('tr') ?? document.body)

test('a value can be a column with the last one of each device, which sorts, is stored, and has the name of the space', async () => {
  const user = userEvent.setup({ delay: null })
  for (const [name, volume] of [
    ['tank-a', 10],
    ['tank-b', 2.5],
    ['tank-c', null],
  ] as const) {
    const device = await aDevice(server, space, { name })
    if (volume !== null) await anUplink(server, device, { body: { tank: { volume }, humidity: 40 } })
  }
  await findValues(server)
  const { unmount } = await show()
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('combobox', { name: 'Add a value' }))
  await user.click(await screen.findByRole('option', { name: /^volume/ }))
  await user.keyboard('{Escape}')
  const header = await screen.findByRole('button', { name: 'volume', hidden: true })
  expect(await rowOf('tank-b').findByText('2.5')).toBeTruthy()
  expect(rowOf('tank-c').queryByText('–')).toBeTruthy()
  await user.click(header)
  await waitFor(() => expect(names()).toEqual(['tank-b', 'tank-a', 'tank-c']))
  await waitFor(() => expect(address()).toContain('sort=series%3Atank.volume'))
  unmount()
  const body = { series: [{ path: 'tank.volume', label: 'Water' }] }
  await server.call('PUT', `/spaces/${space.id}/series/settings`, { token: space.owner.token, body })
  await show('/devices?sort=series:tank.volume&order=DESC')
  expect(await screen.findByRole('columnheader', { name: 'Water' })).toBeTruthy()
  await waitFor(() => expect(names()).toEqual(['tank-a', 'tank-b', 'tank-c']))
})

test('an address brings its columns, and the value by which it sorts, and leaves the stored ones as they are', async () => {
  const one = await aDevice(server, space, { name: 'tank-x' })
  await anUplink(server, one, { body: { tank: { pressure: 7 } } })
  await findValues(server)
  await show('/devices?sort=series:tank.pressure&order=DESC')
  expect(await screen.findByRole('columnheader', { name: 'pressure' })).toBeTruthy()
  await waitFor(() => expect(names()[0]).toBe('tank-x'))
  cleanup()
  await show('/devices?columns=name,series:tank.pressure,last_seen')
  await screen.findByRole('columnheader', { name: 'pressure' })
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
  expect(heads.filter(Boolean)).toEqual(['Details', 'Name', 'pressure', 'Last seen', 'Actions'])
  cleanup()
  await show('/devices')
  await screen.findByRole('link', { name: 'tank-x' })
  expect(screen.queryByRole('columnheader', { name: 'pressure' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Serial number' })).toBeTruthy()
})
