import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, connect, refusal, showInSpace } from '../../../tests/support/console'
import { serveSpace } from '../../../tests/support/serve'
import { setToken } from '../../authProvider/session'
import { devices } from '.'
import DeviceList from './DeviceList'

const { server, space } = await serveSpace()

test('a page of a list that is denied is asked for once, and left for the spaces', async () => {
  setToken(space.owner.token, true)
  const line = connect(server, space.owner)
  const isList = (path: string) => path === `/spaces/${space.id}/devices`
  line.interrupt = ({ path }) => (isList(path) ? refusal(403, 'forbidden') : undefined)
  const at = '/devices?page=2&perPage=10&sort=name&order=ASC'
  await showInSpace(<DeviceList />, { client: line.client, space, resource: devices, path: '/devices', at })
  await waitFor(() => expect(address()).toBe('/spaces'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(address()).toBe('/spaces')
  expect(line.calls.filter(({ path }) => isList(path))).toHaveLength(1)
})
