import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type AuditEntry, BATCH_CAPABILITY, spaceAuditApi } from '#contract/audit'
import { aDevice, aSpace, type TestSpace } from '../../../../tests/support/builders'
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
  pumps = []
  for (const name of ['pump-1', 'pump-2', 'pump-3']) pumps.push(await aDevice(server, space, { name }))
})

const user = userEvent.setup({ delay: null })
const show = async (capabilities = [BATCH_CAPABILITY]) => {
  const at = '/devices'
  const parts = { client: line.client, space, resource: devices, path: at, at, capabilities }
  await showInSpace(<DeviceList />, parts)
  await screen.findByRole('link', { name: 'pump-1' })
}

const batches = async () => {
  const entries: AuditEntry[] = await line.client.call(
    spaceAuditApi.list.answer,
    'GET',
    `/spaces/${space.id}/audit`,
    { query: { action: ['device.delete'] } },
  )
  return entries.map(({ batch }) => batch)
}

async function deleteAll() {
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 devices?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete 3 devices' }))
  await dialog.findByText('3 done')
}

test('a bulk change of devices is one batch in the audit log', async () => {
  await show()
  await deleteAll()
  const [first, ...others] = await batches()
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(others).toEqual([first, first])
})

test('a server without batches gets no batch', async () => {
  await show([])
  await deleteAll()
  expect(await batches()).toEqual([null, null, null])
})
