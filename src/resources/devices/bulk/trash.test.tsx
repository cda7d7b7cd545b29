import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { BATCH_CAPABILITY } from '#contract/audit'
import { TRASH_CAPABILITY } from '#contract/trash'
import { aDevice, aSpace, aVariable, type TestSpace } from '../../../../tests/support/builders'
import { connect, refusal, showInSpace } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { currentToast } from '../../../components/toast/toasts'
import { devices } from '..'
import DeviceList from '../DeviceList'

const server = await serve()
let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
  for (const name of ['pump-1', 'pump-2', 'pump-3']) {
    const { id } = await aDevice(server, space, { name })
    await aVariable(server, space, { device_id: id })
  }
})

const user = userEvent.setup({ delay: null })

/** Shows the devices, selects all of them, and opens the question. */
async function askToDelete() {
  const capabilities = [BATCH_CAPABILITY, TRASH_CAPABILITY]
  const at = '/devices'
  const parts = { client: line.client, space, resource: devices, path: at, at, capabilities }
  await showInSpace(<DeviceList />, parts)
  await screen.findByRole('link', { name: 'pump-1' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  return within(await screen.findByRole('dialog', { name: 'Delete 3 devices?' }))
}

test('the question says what goes with the devices, one call deletes them, and they can be restored', async () => {
  const dialog = await askToDelete()
  const effects = within(await dialog.findByRole('list', { name: 'What goes with it' }))
  expect(effects.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['3 variables'])
  expect(dialog.getByText('They can be restored from the trash for 30 days.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete 3 devices' }))
  expect(await dialog.findByText('3 done')).toBeTruthy()
  const deletions = line.sent.filter(({ path }) => path.endsWith('/trash'))
  expect(deletions).toHaveLength(1)
  expect(line.sent.filter(({ method }) => method === 'DELETE')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'pump-1' })).toBeNull())

  const toast = currentToast()
  expect(toast).toMatchObject({ title: 'Moved to the trash', action: { label: 'Undo' } })
  toast?.action?.onAct()
  expect(await screen.findByRole('link', { name: 'pump-1' })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^pump-/ })).toHaveLength(3)
})

test('a row that was not deleted says why, and can be retried', async () => {
  line.interrupt = ({ path }) => (path.endsWith('/trash') ? refusal(409, 'the server is busy') : undefined)
  const dialog = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete 3 devices' }))
  expect(await dialog.findByText('3 failed')).toBeTruthy()
  expect(dialog.getAllByText('the server is busy')).toHaveLength(3)
  line.interrupt = () => undefined
  await user.click(dialog.getByRole('button', { name: 'Retry 3 devices' }))
  expect(await dialog.findByText('3 done')).toBeTruthy()
})
