import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { CONFIG_SAVE_REFUSED } from '#contract/messages'
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

test('each type keeps its typed body', async () => {
  await open()
  await user.type(await body(), '{Enter}config show')
  await user.click(screen.getByRole('radio', { name: 'Shell' }))
  expect(JSON.parse((await body()).value)).toEqual(['info show'])
  await user.click(screen.getByRole('radio', { name: 'Config' }))
  expect((await body()).value).toMatch(/\nconfig show$/)
})

test('a draft survives leaving the page, and is deleted once the message is scheduled', async () => {
  const first = await open()
  await user.type(await body(), '{Enter}config show')
  first.unmount()

  await open()
  expect(await screen.findByText('You have an unsent message to this device.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(async () => expect((await body()).value).toMatch(/\nconfig show$/))
  await user.click(await submit())
  await waitFor(() => expect(address()).toBe(`/space/${space.id}/messages?deviceId=${device.id}`))
  expect(line.sent).toMatchObject([{ body: { device_id: device.id, type: 'config' } }])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('lines can be converted to JSON and back', async () => {
  await open()
  const typed = (await body()).value
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  expect(JSON.parse((await body()).value)).toEqual(typed.split('\n'))
  await user.click(screen.getByRole('button', { name: 'Text' }))
  expect((await body()).value).toBe(typed)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a moved device accepts no message here, and the page says why', async () => {
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
  test('all read-only accepts no message, and the page says why', async () => {
    device = await aDevice(server, space, { tags: [reading] })
    await open()
    expect(
      await screen.findByText(/All tags of this device are read-only/, { selector: '[role=alert] *' }),
    ).toBeTruthy()
    expect((await submit()).getAttribute('aria-disabled')).toBe('true')
    await user.type(await body(), '{Control>}{Enter}{/Control}')
    expect(line.sent).toEqual([])
  })

  test('partly writable accepts messages', async () => {
    await open()
    expect((await submit()).getAttribute('aria-disabled')).toBeNull()
  })
})

/** Refuses new messages. */
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

  test('that replaces another one does not mention other commands', async () => {
    await open()
    await drop('first.csv', '11111111')
    await drop('second.csv', '22222222\n33333333')
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('2 addresses imported')).toBeTruthy()
    expect(screen.queryByText('The commands were added after the existing ones.')).toBeNull()
  })

  test('with other content gives an error with the line and the file', async () => {
    await open()
    await drop('addresses.csv', '11111111\n\nvalve 7\n22222222')
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'Please select file that contains wM-BUS addresses only. Line 3 of addresses.csv is not an address: “valve 7”.',
    )
  })

  test('does not change JSON that is not a list of commands', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: 'JSON' }))
    await user.clear(await body())
    await user.type(await body(), '1')
    await drop('addresses.csv', '11111111')
    expect(await screen.findByText(/Addresses can only be added to a list of commands/)).toBeTruthy()
    expect((await body()).value).toBe('1')
  })
})

/** Stored downlinks of the device, the newest first. */
const stored = async () => {
  const query = { device_id: device.id }
  const found = await line.client.call(api.messages.list.answer, 'GET', `/spaces/${space.id}/messages`, {
    query,
  })
  return found.map(({ type, direction, down_state, body }) => ({
    type,
    direction,
    down_state,
    body: JSON.parse(body ?? ''),
  }))
}
const pending = (type: string, body: unknown) => ({ type, direction: 'down', down_state: 'pending', body })
const write = async (text: string) => fireEvent.change(await body(), { target: { value: text } })
const isScheduled = () =>
  waitFor(() => expect(address()).toBe(`/space/${space.id}/messages?deviceId=${device.id}`))

test('each type is scheduled as it was typed, and the type is stored', async () => {
  const first = await open()
  expect(await screen.findByRole('radio', { name: 'Config' })).toHaveProperty('checked', true)
  const example = (await body()).value.split('\n')
  await user.click(screen.getByRole('radio', { name: 'Data' }))
  await write('{"outputs": [1, 0, 0, 1]}')
  await user.click(await submit())
  await isScheduled()
  expect(await screen.findByText('Message scheduled')).toBeTruthy()
  first.unmount()

  const second = await open()
  expect(await screen.findByRole('radio', { name: 'Data' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('radio', { name: 'Shell' }))
  await user.click(await submit())
  await isScheduled()
  second.unmount()

  await open()
  await user.click(await screen.findByRole('radio', { name: 'Config' }))
  await user.click(await submit())
  await isScheduled()
  expect(await stored()).toMatchObject([
    pending('config', example),
    pending('shell', ['info show']),
    pending('data', { outputs: [1, 0, 0, 1] }),
  ])
})

test('config save is refused in both modes, and Ctrl+Enter sends from inside the editor', async () => {
  await open()
  const refused = () => screen.findByText(CONFIG_SAVE_REFUSED, { selector: '[role=alert] *, [role=alert]' })
  const send = async () => {
    await user.click(await body())
    await user.keyboard('{Control>}{Enter}{/Control}')
  }
  await write('  app config mode lte\n\nconfig save')
  await send()
  await refused()
  expect((await body()).getAttribute('aria-invalid')).toBe('true')

  await user.click(screen.getByRole('button', { name: 'JSON' }))
  expect((await body()).value).toContain('"config save"')
  await user.click(await submit())
  await refused()
  expect(line.sent).toEqual([])

  await write('["app config mode lte", 1]')
  await user.click(screen.getByRole('button', { name: 'Text' }))
  await user.click(await screen.findByRole('button', { name: 'Switch to text' }))
  await waitFor(async () => expect((await body()).value).toBe('app config mode lte'))
  await send()
  await isScheduled()
  expect(await stored()).toMatchObject([pending('config', ['app config mode lte'])])
})

test("the server's refusal is shown at the body, and invalid JSON is reported with its position", async () => {
  await open()
  await user.click(await screen.findByRole('radio', { name: 'Shell' }))
  await write('["help" 1]')
  await user.click(await submit())
  await screen.findByText(/line 1, column 9/)
  await write('["reboot"]')
  refuse(400, 'body is not what this device reads')
  await user.click(await submit())
  expect((await screen.findAllByText(/is not what this device reads/)).length).toBeGreaterThan(0)
  expect((await body()).getAttribute('aria-invalid')).toBe('true')
  expect((await body()).value).toBe('["reboot"]')
  expect(await stored()).toEqual([])
})

describe('a chosen file', () => {
  async function choose(name: string, text: string) {
    const file = new File([text], name)
    // The file reader of jsdom has no text().
    Object.assign(file, { text: async () => text })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    fireEvent.change(input ?? document.body, { target: { files: [file] } })
  }
  const WRONG_TYPE = 'Please select a valid CSV file or TXT file.'
  const WRONG_TEXT = 'Please select file that contains wM-BUS addresses only.'

  test.each([
    ['addresses.xlsx', '11111111', WRONG_TYPE],
    ['addresses', '11111111', WRONG_TYPE],
    ['addresses.csv', '', WRONG_TEXT],
    ['addresses.csv', 'address\n11111111', WRONG_TEXT],
    ['addresses.txt', '11111111;22222222', WRONG_TEXT],
    ['addresses.txt', '1'.repeat(300_000), 'This file is too large. The limit is 256 kB.'],
  ])('with the name %s and the content %.20s is refused with a sentence', async (name, text, sentence) => {
    await open()
    const before = (await body()).value
    await choose(name, text)
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect((await body()).value).toBe(before)
  })

  test('of 300 addresses becomes the commands that import them', async () => {
    const addresses = Array.from(
      { length: 300 },
      (_, number) => `${10_000_000 + number}${number % 3 ? '' : ' S'}`,
    )
    const lines = addresses.map((each) => `${each.replace(' ', ';')};`).join('\r\n')
    await open()
    await body()
    await choose('Addresses.CSV', `\uFEFF${lines}\r\n${addresses[0] ?? ''}\r\n`)
    await screen.findByText('300 addresses imported')
    await user.click(await submit())
    await isScheduled()
    expect(await stored()).toMatchObject([
      pending('config', [
        'app config address count 300',
        ...addresses.map((each) => `app config address add ${each}`),
      ]),
    ])
  })
})
