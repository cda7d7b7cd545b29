import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aDevice, aSpace, aTag, type TestSpace } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { devices } from '..'
import DeviceList from '../DeviceList'

const server = await serve()
let space: TestSpace
let line: ReturnType<typeof connect>
let pumps: Awaited<ReturnType<typeof aDevice>>[] = []

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
  await aTag(server, space, 'cold')
  pumps = []
  for (const name of ['pump-1', 'pump-2', 'pump-3']) pumps.push(await aDevice(server, space, { name }))
})

async function show() {
  const at = '/devices'
  await showInSpace(<DeviceList />, { client: line.client, space, resource: devices, path: at, at })
  await screen.findByRole('link', { name: 'pump-1' })
  return userEvent.setup({ delay: null })
}

const results = () =>
  Object.fromEntries(
    within(screen.getByRole('list', { name: 'Result for each device' }))
      .getAllByRole('listitem')
      .map((row) => [...row.childNodes].map((part) => part.textContent))
      .map(([name = '', ...rest]) => [name, rest]),
  )

test('a server that fails halfway leaves unknown rows, which are read before a retry is offered', async () => {
  let isDown = false
  line.interrupt = ({ method, path }) => {
    if (method === 'PUT' && path.endsWith(`/${pumps[1]?.id}`)) isDown = true
    if (isDown) throw new TypeError('Failed to fetch')
    return undefined
  }
  const user = await show()
  await user.click(screen.getByRole('checkbox', { name: 'Select pump-2' }))
  await user.click(screen.getByRole('button', { name: 'Add tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add tags to 1 device' }))
  await user.click(dialog.getByRole('combobox', { name: 'Tags' }))
  await user.click(await screen.findByRole('option', { name: 'cold' }))
  await user.click(dialog.getByRole('button', { name: 'Add tags' }))

  expect(await dialog.findByText(/Waiting for the server…/)).toBeTruthy()
  expect(results()).toMatchObject({ 'pump-2': ['Unknown', expect.anything()] })
  expect(dialog.queryByRole('button', { name: /Retry/ })).toBeNull()

  isDown = false
  line.interrupt = () => undefined
  await line.client.probe()
  const retry = await dialog.findByRole('button', { name: 'Retry 1 device' })
  expect(results()).toEqual({ 'pump-2': ['Failed', 'The server did not respond. The change was not made.'] })
  await user.click(retry)
  expect(await dialog.findByText('1 done')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
})
