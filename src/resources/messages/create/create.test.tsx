import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { aDevice, aSpace, aTag } from '../../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import CreateMessagePage from './CreateMessagePage'

const { server, space } = await serveSpace()
const [writing, reading] = [await aTag(server, space), await aTag(server, space, 'watched', 'read')]

let device: Awaited<ReturnType<typeof aDevice>>
let line: ReturnType<typeof connect>
beforeEach(async () => {
  device = await aDevice(server, space, { tags: [writing, reading] })
  line = connect(server, space.owner)
})

/** Opens the page of the device. */
const open = () =>
  showInSpace(<CreateMessagePage />, {
    client: line.client,
    space,
    path: '/devices/:deviceId/create-message',
    at: `/devices/${device.id}/create-message`,
  })

const user = userEvent.setup({ delay: null })
const body = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Body' })
const submit = () => screen.findByRole('button', { name: 'Schedule message' })

test('what was typed for a type is there again when the type is', async () => {
  await open()
  await user.type(await body(), '{Enter}config show')
  await user.click(screen.getByRole('radio', { name: 'Shell' }))
  expect(JSON.parse((await body()).value)).toEqual(['info show'])
  await user.click(screen.getByRole('radio', { name: 'Config' }))
  expect((await body()).value).toMatch(/\nconfig show$/)
})

test('a draft survives that the page is left, and is gone once the message is scheduled', async () => {
  const first = await open()
  await user.type(await body(), '{Enter}config show')
  first.unmount()

  await open()
  expect(await screen.findByText('There is a message to this device that you have not sent.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(async () => expect((await body()).value).toMatch(/\nconfig show$/))
  await user.click(await submit())
  await waitFor(() => expect(address()).toBe(`/space/${space.id}/messages?deviceId=${device.id}`))
  expect(line.sent).toMatchObject([{ body: { device_id: device.id, type: 'config' } }])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('lines become JSON and come back as they were', async () => {
  await open()
  const typed = (await body()).value
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  expect(JSON.parse((await body()).value)).toEqual(typed.split('\n'))
  await user.click(screen.getByRole('button', { name: 'Text' }))
  expect((await body()).value).toBe(typed)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a device that was moved away takes no message here, and the page says why', async () => {
  const there = await aSpace(server, space.owner)
  await server.call('POST', `/spaces/${space.id}/devices/${device.id}/move`, {
    token: space.owner.token,
    body: { space_id: there.id },
  })
  await open()
  expect(await screen.findByText(/was moved to another space/, { selector: '[role=alert] *' })).toBeTruthy()
  expect((await submit()).getAttribute('aria-disabled')).toBe('true')
})

describe('a device with tags that are', () => {
  test('all read-only takes no message, and the page says why', async () => {
    device = await aDevice(server, space, { tags: [reading] })
    await open()
    expect(
      await screen.findByText(/All tags of this device are read-only/, { selector: '[role=alert] *' }),
    ).toBeTruthy()
    expect((await submit()).getAttribute('aria-disabled')).toBe('true')
    await user.type(await body(), '{Control>}{Enter}{/Control}')
    expect(line.sent).toEqual([])
  })

  test('partly writable takes messages', async () => {
    await open()
    expect((await submit()).getAttribute('aria-disabled')).toBeNull()
  })
})

/** Refuses what is scheduled. */
const refuse = (status: number, sentence?: string) => {
  line.interrupt = ({ method }) => (method === 'POST' ? refusal(status, sentence) : undefined)
}

test('any other error is shown as a toast, and the text stays', async () => {
  refuse(500, 'the disk is on fire')
  await open()
  await user.type(await body(), '{Enter}config show')
  await user.click(await submit())
  expect(await screen.findByText('the disk is on fire')).toBeTruthy()
  expect((await body()).getAttribute('aria-invalid')).toBe('false')
  expect((await body()).value).toMatch(/\nconfig show$/)
  expect(address()).toBe(`/space/${space.id}/devices/${device.id}/create-message`)
})

test('a refusal without a message is also shown at the body', async () => {
  refuse(400)
  await open()
  await user.click(await submit())
  expect(await screen.findByText('HTTP 400')).toBeTruthy()
  expect((await body()).getAttribute('aria-invalid')).toBe('true')
})

describe('a dropped file', () => {
  const drop = async (name: string, text: string) => {
    const file = new File([text], name)
    // The file reader of jsdom has no text().
    Object.assign(file, { text: async () => text })
    fireEvent.drop(await body(), { dataTransfer: { types: ['Files'], files: [file] } })
  }

  test('replaces the example', async () => {
    await open()
    await drop('addresses.csv', '11111111')
    await waitFor(async () =>
      expect((await body()).value).toBe('app config address count 1\napp config address add 11111111'),
    )
  })

  test('that replaces another does not mention other commands', async () => {
    await open()
    await drop('first.csv', '11111111')
    await drop('second.csv', '22222222\n33333333')
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('2 addresses imported')).toBeTruthy()
    expect(screen.queryByText('The commands were added after the existing ones.')).toBeNull()
  })

  test('that has something else names the line and its file', async () => {
    await open()
    await drop('addresses.csv', '11111111\n\nvalve 7\n22222222')
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'Please select file that contains wM-BUS addresses only. Line 3 of addresses.csv is not an address: “valve 7”.',
    )
  })

  test('changes no JSON that is not a list of commands', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: 'JSON' }))
    await user.clear(await body())
    await user.type(await body(), '1')
    await drop('addresses.csv', '11111111')
    expect(await screen.findByText(/Addresses can only be added to a list of commands/)).toBeTruthy()
    expect((await body()).value).toBe('1')
  })
})
