import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { rolloutsApi } from '#contract/rollouts'
import { ROLLOUTS_CAPABILITY } from '#contract/rollouts/capability'
import { aMember, aSpace, manyDevices, type TestSpace } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { screenIs } from '../../../../tests/support/table'
import { devices } from '..'
import DeviceList from '../DeviceList'

// The parts of the selection load before the tests, which would otherwise wait for all of them.
await Promise.all([import('./ChangeActions'), import('../../../components/rollouts/ChangeDialog')])

const server = await serve()
const user = userEvent.setup({ delay: null })

let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  screenIs('wide')
  space = await aSpace(server)
  line = connect(server, space.owner)
  await manyDevices(server, space, 12)
})

/** Selects the first ten of twelve devices. */
async function selectPage(capabilities: string[]) {
  await showInSpace(<DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices',
    at: '/devices?page=1&perPage=10&sort=name&order=ASC',
    capabilities,
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
}

const created = async () => line.client.call(rolloutsApi.list.answer, 'GET', `/spaces/${space.id}/rollouts`)

/** Sends a command to what is selected. */
async function send() {
  await user.click(await screen.findByRole('button', { name: 'Change…' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send configuration…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send configuration' }))
  await user.type(dialog.getByRole('textbox', { name: /^Commands/ }), 'app config interval-report 900')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Roll-out started')).toBeTruthy()
}

test('one setting reaches the selected devices in a few clicks', async () => {
  await selectPage([ROLLOUTS_CAPABILITY])
  await send()
  const [rollout] = await created()
  expect(rollout).toMatchObject({
    name: 'app config interval-report 900',
    state: 'running',
    order: { kind: 'config', body: ['app config interval-report 900'] },
    scope: { kind: 'devices' },
  })
  expect(rollout?.scope.kind === 'devices' && rollout.scope.device_ids).toHaveLength(10)
})

test('all that match are offered, and then changed by the filter', async () => {
  await selectPage([ROLLOUTS_CAPABILITY])
  await user.click(await screen.findByRole('button', { name: 'Select all 12 that match' }))
  await screen.findAllByText(/^12 selected/)
  await send()
  const [rollout] = await created()
  expect(rollout?.scope).toMatchObject({ kind: 'filter' })
})

test('without roll-outs, the selection offers what it always has', async () => {
  await selectPage([])
  expect(await screen.findByRole('button', { name: 'Add tags' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change…' })).toBeNull()
})

test('a person who may only read sees why they cannot change devices', async () => {
  line = connect(server, await aMember(server, space, 'user'))
  await selectPage([ROLLOUTS_CAPABILITY])
  await user.click(await screen.findByRole('button', { name: 'Change…' }))
  const item = await screen.findByRole('menuitem', { name: 'Run a command…' })
  await waitFor(() => expect(item.getAttribute('aria-disabled')).toBe('true'))
})

test('all that match are deleted after their number was said, and each has its result', async () => {
  await selectPage([ROLLOUTS_CAPABILITY])
  await user.click(await screen.findByRole('button', { name: 'Select all 12 that match' }))
  await screen.findAllByText('12 selected, 2 not shown')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: /12 devices/ }))
  await user.click(dialog.getByRole('button', { name: 'Delete 12 devices' }))
  await waitFor(async () =>
    expect(
      await line.client.call(devicesApi.count.answer, 'GET', `/spaces/${space.id}/devices/count`),
    ).toEqual({ count: 0 }),
  )
})
