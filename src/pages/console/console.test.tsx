import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { heading, openConsole, says } from '../../../tests/support/app'
import { aDevice } from '../../../tests/support/builders'
import { refusal } from '../../../tests/support/console'
import { setLastUplink } from '../../../tests/support/moments'
import { serveSpace } from '../../../tests/support/serve'
import { anUplink } from '../../../tests/support/uplink'

const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })
let device: Awaited<ReturnType<typeof aDevice>>

beforeEach(async () => {
  device = await aDevice(server, space, { name: 'pump-1' })
})

async function open() {
  const opened = openConsole(server, `/space/${space.id}/devices/${device.id}/console`, {
    person: space.owner,
  })
  await heading('Console')
  return opened
}

/** The conversation, which remounts with each sent command. */
const log = () => within(screen.getByRole('region', { name: 'Commands and responses' }))

const area = () => screen.getByLabelText<HTMLTextAreaElement>('Commands, one per line')
const valueIs = (text: string) => waitFor(() => expect(area().value).toBe(text))
/** Waits for the input, until it is known that the person may send. */
async function input() {
  await waitFor(() => expect(area().disabled).toBe(false))
  return area()
}
async function send(commands: string) {
  await user.click(await input())
  await user.paste(commands)
  await user.keyboard('{Control>}{Enter}{/Control}')
}
const schedule = async (commands: string[]) =>
  server.call('POST', `/spaces/${space.id}/messages`, {
    token: space.owner.token,
    body: { device_id: device.id, type: 'shell', body: commands },
  })

test('commands are sent by keyboard, wait, are received and answered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    await open()
    await says('No commands yet')
    await send('info show\n\n   \nmake coffee\n')
    await says('Message sent')
    await valueIs('')
    await says('Waiting for response... pending')

    const [taken] = (await anUplink(server, device)).downlinks
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await says('Waiting for response... sent')
    expect(log().queryByRole('button', { name: /^Cancel/ })).toBeNull()

    const responses = [
      { result: 0, outputs: ['vendor name: ACME', 'product name: <b>pump</b>'] },
      { result: -22, outputs: ['invalid argument'] },
    ]
    await anUplink(server, device, { type: 'shell', body: { down_message_id: taken?.id ?? null, responses } })
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await says('result -22')
    const exchanges = log().getAllByRole('listitem')
    expect(exchanges).toHaveLength(1)
    expect(exchanges[0]?.textContent).toMatch(
      /info show\s*vendor name: ACME\s*product name: <b>pump<\/b>\s*make coffee\s*result -22\s*invalid argument/,
    )
    expect(log().queryByText(/Waiting for response/)).toBeNull()
    await says('New response: info show')
  } finally {
    vi.useRealTimers()
  }
})

test('the arrow keys restore earlier commands, and blank ones are not sent', async () => {
  await schedule(['lte state'])
  await schedule(['info show', 'kernel uptime'])
  const { line } = await open()
  await waitFor(() => expect(log().getAllByRole('listitem')).toHaveLength(2))
  await user.type(await input(), 'half a comm')
  await valueIs('half a comm')
  for (const [key, text] of [
    ['ArrowUp', 'info show\nkernel uptime'],
    ['ArrowUp', 'lte state'],
    ['ArrowDown', 'info show\nkernel uptime'],
    ['ArrowDown', 'half a comm'],
  ] as const) {
    await user.keyboard(`{${key}}`)
    await valueIs(text)
  }

  await user.clear(await input())
  await send(' \n\n')
  expect(line.sent).toEqual([])
  await user.clear(await input())
  await send('help')
  await waitFor(() => expect(log().getAllByRole('listitem')).toHaveLength(3))
})

test('a pending command can be cancelled after a question, but not a received one', async () => {
  await open()
  const cancel = async () => {
    await user.click(await waitFor(() => log().getByRole('button', { name: /^Cancel/ })))
    return within(await screen.findByRole('alertdialog', { name: 'Cancel this command?' }))
  }
  await send('system reboot')
  const question = await cancel()
  await says('system reboot')
  await user.click(question.getByRole('button', { name: 'Cancel command' }))
  await says('Message cancelled')
  await says('Cancelled')

  await send('kernel uptime')
  const late = await cancel()
  await anUplink(server, device)
  await user.click(late.getByRole('button', { name: 'Cancel command' }))
  await says('Too late: this command can no longer be cancelled.')
  expect(await says('Waiting for response... sent')).toBeTruthy()
})

test('a command that cannot be sent stays in the input', async () => {
  const { line } = await open()
  line.interrupt = ({ method }) => (method === 'POST' ? refusal(409, 'not now') : undefined)
  await send('info show')
  expect(await says('not now')).toBeTruthy()
  await valueIs('info show')
})

test('the search finds commands, marks matches, and ends with Escape', async () => {
  await schedule(['info show'])
  await schedule(['lte state'])
  await open()
  const search = await screen.findByLabelText('Search commands and responses')
  await user.type(search, 'LTE')
  await says('1 of 2')
  expect(log().getByText('lte', { selector: 'mark' })).toBeTruthy()
  await user.clear(search)
  await user.type(search, 'coffee')
  await says(/No command or response contains “coffee”\./)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(log().getAllByRole('listitem')).toHaveLength(2))
})

test('the device shows its interval and how late it is, and the console when it was expected', async () => {
  const at = `/space/${space.id}/devices/${device.id}`
  const { close } = openConsole(server, at, { person: space.owner })
  await says('Never seen.')
  close()

  await setLastUplink(server, device, 130)
  openConsole(server, at, { person: space.owner })
  await says(/^Late by 1 hour, usually every 30 minutes\.$/)
  await user.click(screen.getByRole('link', { name: 'Console' }))
  expect(await says(/Was expected: .+, every 30 minutes\./)).toBeTruthy()
})
