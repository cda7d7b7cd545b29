import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { aDevice, aSpace, aTag, type TestSpace } from '../../../../tests/support/builders'
import { connect, refusal, showInSpace } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { devices } from '..'
import DeviceList from '../DeviceList'

const server = await serve()
type Created = Awaited<ReturnType<typeof aDevice>>

let space: TestSpace
let line: ReturnType<typeof connect>
let cold: Awaited<ReturnType<typeof aTag>>
let [first, second, third]: Created[] = []

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
  cold = await aTag(server, space, 'cold')
  first = await aDevice(server, space, { name: 'pump-1', comment: 'Roof', label: { site: 'Brno' } })
  second = await aDevice(server, space, { name: 'pump-2', tags: [cold] })
  third = await aDevice(server, space, { name: 'pump-3' })
})

/** Refuses one kind of call for a device. */
const refuse = (refused: string, device?: Created) => {
  line.interrupt = ({ method, path }) =>
    method === refused && path.endsWith(`/${device?.id}`) ? refusal(409, 'the device is busy') : undefined
}

/** Shows the devices by name, and selects all of the first page. */
async function selectAll() {
  const user = userEvent.setup({ delay: null })
  await showInSpace(<DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices',
    at: '/devices?page=1&perPage=10&sort=name&order=ASC',
  })
  await screen.findByRole('link', { name: 'pump-1' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  return user
}

/** Name, state and the server's sentence of each listed device. */
const results = () =>
  within(screen.getByRole('list', { name: 'Result for each device' }))
    .getAllByRole('listitem')
    .map((row) => [...row.childNodes].map((part) => part.textContent))

describe('a change of the selected devices', () => {
  it('adds tags, shows the result of each device, and retries failures', async () => {
    refuse('PUT', third)
    const user = await selectAll()
    await user.click(screen.getByRole('button', { name: 'Add tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add tags to 3 devices' }))
    expect(dialog.getByRole('button', { name: 'Add tags' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('combobox', { name: 'Tags' }))
    await user.click(await screen.findByRole('option', { name: 'cold' }))
    await user.click(dialog.getByRole('button', { name: 'Add tags' }))

    const retry = await dialog.findByRole('button', { name: 'Retry 1 device' })
    expect(results()[0]).toEqual(['pump-3', 'Failed', 'the device is busy'])
    expect(results()).toHaveLength(3)
    expect(results()).toEqual(
      expect.arrayContaining([
        ['pump-1', 'OK'],
        ['pump-2', 'No change needed'],
      ]),
    )
    const sent = Object.fromEntries(line.sent.map(({ path, body }) => [path.split('/').at(-1), body]))
    expect(sent).toEqual({
      [first?.id ?? '']: { tags: [cold] },
      [third?.id ?? '']: { tags: [cold] },
    })

    line.interrupt = () => undefined
    await user.click(retry)
    expect(await dialog.findByText('2 done, 1 unchanged')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /Retry/ })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
  })

  it('names the devices to delete and their data, even those that a filter hides', async () => {
    const user = await selectAll()
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'pump-2')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'pump-1' })).toBeNull())
    expect(screen.getByText('3 selected, 2 not shown')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 devices?' }))
    expect(dialog.getByText(/along with their messages, variables, sessions, firmware updates/)).toBeTruthy()
    expect(dialog.getByText('2 of them are not shown in the list now.')).toBeTruthy()
    const listed = within(dialog.getByRole('list', { name: 'Selected' })).getAllByRole('listitem')
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^pump-[13] – not shown in the list$/),
      expect.stringMatching(/^pump-[13] – not shown in the list$/),
      'pump-2',
    ])
    await user.click(dialog.getByRole('button', { name: 'Delete 3 devices' }))
    expect(await dialog.findByText('3 done')).toBeTruthy()
    const named = new Set(results().map(([name]) => name))
    expect(named).toEqual(new Set(['pump-1', 'pump-2', 'pump-3']))
  })

  it('lists ten names, and counts the others', async () => {
    for (let number = 4; number < 10; number += 1) await aDevice(server, space, { name: `pump-${number}` })
    for (const name of ['well-1', 'well-2', 'well-3']) await aDevice(server, space, { name })
    const user = await selectAll()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'pump-1' })).toBeNull())
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
    await screen.findByText('12 selected, 10 not shown')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 12 devices?' }))
    const listed = within(dialog.getByRole('list', { name: 'Selected' })).getAllByRole('listitem')
    expect(listed).toHaveLength(11)
    expect(listed.at(-1)?.textContent).toBe('and 2 more')
  })

  it('deletes after a question with the count, and keeps failed ones selected', async () => {
    refuse('DELETE', second)
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
