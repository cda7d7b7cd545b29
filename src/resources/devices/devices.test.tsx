import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { address, uuid } from '../../../tests/support/console'
import { createCalls, pump, showInSpace, spaceId, tags } from '../../../tests/support/devices'
import { ApiError } from '../../dataProvider/client'
import { RowActions } from '../connectors/deliveries/cells'
import DeviceCreate from './DeviceCreate'
import DevicePage from './DevicePage'

const TOKEN = 'aB3'.repeat(10).concat('zz')
const LIST = `/space/${spaceId}/devices`

let calls: ReturnType<typeof createCalls>
const show = (part: ReactNode, options: { role?: 'user'; at?: string } = {}) =>
  showInSpace(part, { client: calls.client, ...options })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string | RegExp) => screen.findByLabelText(name)

/** All that this browser keeps. */
const stored = () =>
  [sessionStorage, localStorage]
    .flatMap((storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')),
    )
    .join('\n')

/** Opens the dialog and types what is required. */
const fill = async () => {
  const user = userEvent.setup({ delay: null })
  show(<DeviceCreate open onClose={() => undefined} />)
  await user.type(await field(/^Name/), 'pump-9')
  await user.type(await field(/Serial number/), '2159018209')
  await user.type(await field(/Claim token/), TOKEN)
  return user
}

beforeEach(() => {
  calls = createCalls([pump(1)])
  sessionStorage.clear()
})
afterEach(cleanup)

describe('creating a device', () => {
  it('says what is missing in the words of the specification', async () => {
    const user = userEvent.setup({ delay: null })
    show(<DeviceCreate open onClose={() => undefined} />)
    await user.click(await button('Create device'))
    expect(await screen.findByText('Serial Number is required and should consist of 10 numbers')).toBeTruthy()
    expect(screen.getByText('Token is required and should consist of 32 characters.')).toBeTruthy()
    expect(calls.sent).toEqual([])
  })

  it('shows the claim token only while it is being typed, and keeps it nowhere', async () => {
    const user = await fill()
    const token = await field(/Claim token/)
    expect(token.getAttribute('type')).toBe('text')
    await user.type(await field(/Comment/), 'Behind the boiler')
    expect(token.getAttribute('type')).toBe('password')
    expect(token.getAttribute('autocomplete')).toBe('off')
    expect(await screen.findByText('17 of 500 characters')).toBeTruthy()
    await waitFor(() => expect(stored()).toContain('Behind the boiler'))
    expect(stored()).not.toContain(TOKEN)
  })

  it('sends labels and tags, and opens the new device', async () => {
    const user = await fill()
    await user.click(await button('Add label'))
    await user.click(await button('Add label'))
    const [first] = screen.getAllByRole('group', { name: /^Label \d/ })
    if (!first) throw new Error('no label row')
    await user.type(within(first).getByLabelText('Name'), 'site')
    await user.type(within(first).getByLabelText('Value'), 'Brno')
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'wat')
    await user.click(await screen.findByRole('option', { name: 'water' }))
    await user.click(await button('Create device'))
    await waitFor(() => expect(address()).toBe(`${LIST}/${uuid(109)}`))
    expect(calls.sent[0]?.body).toEqual({
      name: 'pump-9',
      serial_number: '2159018209',
      token: TOKEN,
      comment: null,
      label: { site: 'Brno' },
      tags: [tags[1]],
    })
  })

  it('stays open with everything typed when the serial number is taken', async () => {
    calls.refuse = ({ method }) =>
      method === 'POST' ? new ApiError(409, 'serial_number is taken', 0) : undefined
    const user = await fill()
    await user.click(await button('Create device'))
    expect(await screen.findByText('A device with this serial number has already been claimed')).toBeTruthy()
    expect((await field(/Claim token/)).getAttribute('value')).toBe(TOKEN)
    expect(address()).toBe(LIST)
  })
})

describe('the page of a device', () => {
  const path = `/devices/${uuid(101)}`

  it('says that there is no such device', async () => {
    calls.refuse = () => new ApiError(404, 'not found', 0)
    show(<DevicePage />, { at: path })
    expect(await screen.findByRole('heading', { name: 'Device not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to devices' })).toBeTruthy()
  })

  it('shows details for an unknown tab', async () => {
    show(<DevicePage />, { at: `${path}?tab=nothing` })
    expect(await screen.findByRole('region', { name: 'Labels' })).toBeTruthy()
    expect(screen.getByText('No labels')).toBeTruthy()
  })

  it('sends what was edited, and returns to the view', async () => {
    calls.devices = [pump(1, { label: { site: 'Brno', floor: '1' }, tags: tags.slice(0, 1) })]
    const user = userEvent.setup({ delay: null })
    show(<DevicePage />, { at: path })
    await user.click(await button('Edit'))
    await user.click(await button('Remove label 1'))
    await user.type(await field(/Comment/), 'Moved')
    await user.click(await button('Save'))
    await waitFor(() => expect(address()).toBe(`/space/${spaceId}${path}`))
    expect(calls.sent[0]?.body).toEqual({
      name: 'pump-1',
      comment: 'Moved',
      label: { floor: '1' },
      tags: [tags[0]],
    })
  })

  it('lets a space user look only', async () => {
    show(<DevicePage />, { at: `${path}?edit=true`, role: 'user' })
    for (const name of ['Edit', 'Create message'])
      expect((await button(name)).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('Your role does not allow this.')).toHaveLength(2)
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('the row of a device', () => {
  it('leads a space admin to the edit mode, and tells a space user why not', async () => {
    show(<RowActions device={pump(1)} />)
    const edit = screen.getByRole('link', { name: 'Edit pump-1' })
    expect(edit.getAttribute('href')).toBe(`${LIST}/${uuid(101)}?edit=true`)
    expect(screen.queryByRole('link', { name: /Messages/ })).toBeNull()
    cleanup()
    show(<RowActions device={pump(1)} />, { role: 'user' })
    expect((await button('Edit pump-1')).getAttribute('aria-disabled')).toBe('true')
  })
})
