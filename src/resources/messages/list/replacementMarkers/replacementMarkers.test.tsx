import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CAPABILITIES } from '#contract'
import { MINUTE } from '#contract/common/durations'
import { aClaimToken, aDevice, aMessage, aSerialNumber } from '../../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../../tests/support/console'
import { serveSpace } from '../../../../../tests/support/serve'
import { messages } from '../..'
import MessageList from '../MessageList'

const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
let device: Awaited<ReturnType<typeof aDevice>>

/** Stores messages from some minutes ago. */
async function sent(...minutes: number[]) {
  for (const minute of minutes) await aMessage(server, device, { at: new Date(Date.now() - minute * MINUTE) })
}

/** Replaces the hardware, some minutes ago. */
async function replaced(minutes: number) {
  const serial_number = aSerialNumber()
  const answer = await server.call('POST', `/spaces/${space.id}/devices/${device.id}/replace`, {
    token: space.owner.token,
    body: { serial_number, token: aClaimToken() },
  })
  expect(answer.status).toBe(200)
  await server.db.$client.query(
    'update device_replacement set created_at = $2 where device_id = $1 and new_serial_number = $3',
    [device.id, new Date(Date.now() - minutes * MINUTE), serial_number],
  )
  return serial_number
}

const show = (search = '', capabilities: string[] = CAPABILITIES) =>
  showInSpace(<MessageList />, {
    client: line.client,
    space,
    resource: messages,
    path: '/messages',
    at: `/messages?deviceId=${device.id}${search}`,
    capabilities,
  })

/** Texts of the rows, the newest first. */
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent ?? '')

const width = window.innerWidth
beforeEach(async () => {
  line = connect(server, space.owner)
  device = await aDevice(server, space)
})
afterEach(() => {
  window.innerWidth = width
})

it('is between the last message of the old hardware and the first of the new one', async () => {
  await sent(30, 20)
  const serial = await replaced(10)
  await sent(5)
  await show()
  await screen.findByText('Hardware replaced')
  const [newest, marker, older, oldest] = rows()
  expect(newest).toContain(serial)
  expect(marker).toContain(`serial number ${device.serial_number} → ${serial}`)
  expect(marker).toContain(space.owner.email)
  expect(older).toContain(device.serial_number)
  expect(oldest).toContain(device.serial_number)
})

it('is above all messages until the new hardware sends one', async () => {
  await sent(30)
  await replaced(10)
  await show()
  await screen.findByText('Hardware replaced')
  expect(rows()[0]).toContain('Hardware replaced')
})

it('is below all messages when only the new hardware has sent', async () => {
  await replaced(10)
  await sent(5)
  await show()
  await screen.findByText('Hardware replaced')
  expect(rows().at(-1)).toContain('Hardware replaced')
})

it('is at the top of the page that begins with the old hardware, and of no later one', async () => {
  await sent(...Array.from({ length: 25 }, (_, index) => 60 - index))
  await replaced(30)
  await sent(...Array.from({ length: 10 }, (_, index) => 20 - index))
  const user = userEvent.setup({ delay: null })
  await show()
  await screen.findByText('1–10 of 35')
  expect(screen.queryByText('Hardware replaced')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Hardware replaced')
  expect(rows()[0]).toContain('Hardware replaced')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('21–30 of 35')
  // The rows of the page before stay until those of this one are loaded.
  await waitFor(() => expect(screen.queryByText('Hardware replaced')).toBeNull())
})

it('is loaded only in the list of a device, and on a server that replaces hardware', async () => {
  await sent(5)
  await replaced(2)
  await show('', [])
  await screen.findByRole('table')
  expect(within(screen.getByRole('table')).queryByText('Hardware replaced')).toBeNull()
  expect(line.calls.filter(({ path }) => path.endsWith('/replacements'))).toEqual([])
})
