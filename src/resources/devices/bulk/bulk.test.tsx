import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uuid } from '../../../../tests/support/console'
import { createCalls, pump, showInSpace, tags } from '../../../../tests/support/devices'
import { ApiError } from '../../../dataProvider/client'
import DeviceList from '../DeviceList'

let calls: ReturnType<typeof createCalls>

async function selectAll() {
  const user = userEvent.setup({ delay: null })
  showInSpace(
    <ResourceContextProvider value="devices">
      <DeviceList />
    </ResourceContextProvider>,
    { client: calls.client },
  )
  await screen.findByRole('link', { name: 'pump-1' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  return user
}

/** Name, state and the server's sentence of each device, as they are listed. */
const results = () =>
  within(screen.getByRole('list', { name: 'Result for each device' }))
    .getAllByRole('listitem')
    .map((row) => [...row.childNodes].map((part) => part.textContent))

beforeEach(() => {
  calls = createCalls([pump(1, { comment: 'Roof', label: { site: 'Brno' } }), pump(2, { tags }), pump(3)])
})
afterEach(cleanup)

describe('changing the selected devices', () => {
  it('adds tags, says how each device fared, and retries what failed', async () => {
    calls.refuse = ({ method, path }) =>
      method === 'PUT' && path.endsWith(uuid(103)) ? new ApiError(409, 'the device is busy', 0) : undefined
    const user = await selectAll()
    await user.click(screen.getByRole('button', { name: 'Add tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add tags to 3 devices' }))
    expect(dialog.getByRole('button', { name: 'Add tags' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('combobox', { name: 'Tags' }))
    await user.click(await screen.findByRole('option', { name: 'cold' }))
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Add tags' }))

    const retry = await dialog.findByRole('button', { name: 'Retry 1 device' })
    expect(results()).toEqual([
      ['pump-3', 'Failed', 'the device is busy'],
      ['pump-1', 'OK'],
      ['pump-2', 'No change needed'],
    ])
    expect(calls.sent.map(({ body }) => body)).toEqual([
      { name: 'pump-1', comment: 'Roof', label: { site: 'Brno' }, tags: [tags[0]] },
      { name: 'pump-3', comment: null, label: {}, tags: [tags[0]] },
    ])

    calls.refuse = () => undefined
    await user.click(retry)
    expect(await dialog.findByText('2 done, 1 unchanged')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /Retry/ })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
  })

  it('deletes after a question that names the count, and keeps what failed selected', async () => {
    calls.refuse = ({ method, path }) =>
      method === 'DELETE' && path.endsWith(uuid(102)) ? new ApiError(409, 'the device is busy', 0) : undefined
    const user = await selectAll()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 devices?' }))
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.click(dialog.getByRole('button', { name: 'Delete 3 devices' }))
    expect(await dialog.findByText('1 failed, 2 done')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    const selected = screen.getAllByRole('checkbox', { checked: true })
    expect(selected.map((box) => box.getAttribute('aria-label'))).toEqual(['Select pump-2'])
  })
})
