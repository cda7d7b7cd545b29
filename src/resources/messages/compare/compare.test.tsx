import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { heading, openConsole, says } from '../../../../tests/support/app'
import { aDevice, messagesOf } from '../../../../tests/support/builders'
import { serveSpace } from '../../../../tests/support/serve'

const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })
let device: Awaited<ReturnType<typeof aDevice>>

beforeEach(async () => {
  device = await aDevice(server, space)
})

/** A data message of a device. */
const dataBody = (sequence: number, temperature: number) => ({
  message: { version: 1, sequence, timestamp: 1_770_000_000 + sequence * 900 },
  attribute: { product_name: 'Sensor', hw_revision: 'R2' },
  system: { uptime: 86_400, voltage_rest: 3.61 },
  thermometer: { temperature },
})

const open = (query: string) =>
  openConsole(server, `/space/${space.id}/messages/compare${query}`, { person: space.owner })

/** Rows of the current difference. */
const current = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.querySelector('[aria-current="true"]'))
    .map(({ textContent }) => textContent)
    .join('\n')
const first = () => screen.getAllByRole('region', { name: /(Older|Newer) message/ })[0] ?? document.body

test('two messages are compared step by step, without values that every message changes', async () => {
  const [older, newer] = await messagesOf(server, device, [dataBody(1, 21.5), dataBody(2, 22.25)])
  const { close } = open(`?a=${newer}&b=${older}`)
  await says('2 differences')
  expect(first().textContent).toMatch(/^Older message/)
  expect(within(first()).getByRole('link', { name: device.name })).toBeTruthy()
  expect(within(first()).getByRole('link', { name: 'Open message' }).getAttribute('href')).toBe(
    `/space/${space.id}/messages/${older}`,
  )
  await user.keyboard('n')
  await says('Difference 1 of 2')
  expect(current()).toContain('"sequence": 1')
  await user.keyboard('n')
  await says('Difference 2 of 2')
  expect(current()).toContain('"temperature": 21.5')
  await user.keyboard('p')
  await says('Difference 1 of 2')

  await user.click(screen.getByRole('switch', { name: 'Ignore times, sequence numbers and ids' }))
  await says('1 difference')
  await user.click(screen.getByRole('button', { name: 'Next difference' }))
  await waitFor(() => expect(current()).toContain('"temperature": 21.5'))
  close()

  // The choice of ignored values survives a reload.
  open(window.location.search)
  await says('1 difference')
  await user.click(screen.getByRole('button', { name: 'Swap sides' }))
  await waitFor(() => expect(first().textContent).toMatch(/^Newer message/))
  await says('1 difference')
  await user.keyboard('n')
  await waitFor(() => expect(current()).toMatch(/22\.25[^]*21\.5/))
})

test('equal bodies say so, and so do those that differ only in ignored values', async () => {
  const ids = await messagesOf(server, device, [dataBody(1, 21.5), dataBody(2, 21.5), dataBody(2, 21.5)])
  const { close } = open(`?a=${ids[1]}&b=${ids[0]}`)
  await says('1 difference')
  await user.click(screen.getByRole('switch', { name: 'Ignore times, sequence numbers and ids' }))
  await says(/differ only in formatting or in what is ignored/)
  close()
  open(`?a=${ids[2]}&b=${ids[1]}`)
  expect(await says('The bodies are identical.')).toBeTruthy()
})

test('an address without two messages says so', async () => {
  const [id] = await messagesOf(server, device, [dataBody(1, 21.5)])
  const { close } = open(`?a=${id}&b=${space.id}`)
  await heading('Message not found')
  close()
  open(`?a=${id}`)
  expect(await says('This address does not name two messages.')).toBeTruthy()
})
