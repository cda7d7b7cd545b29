import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CAPABILITIES } from '#contract'
import { aClaimToken, aDevice, aSerialNumber } from '../../../../tests/support/builders'
import { connect, refusal, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { devices } from '..'
import DevicePage from '../DevicePage'

const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
let device: Awaited<ReturnType<typeof aDevice>>

const show = (capabilities: string[] = CAPABILITIES) =>
  showInSpace(<DevicePage />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id',
    at: `/devices/${device.id}`,
    capabilities,
  })
const button = (name: string) => screen.findByRole('button', { name })

/** All that this browser stores. */
const kept = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])

/** Opens the dialog. */
async function open() {
  const user = userEvent.setup({ delay: null })
  await show()
  await user.click(await button('More actions'))
  await user.click(await screen.findByRole('menuitem', { name: 'Replace hardware' }))
  const dialog = await screen.findByRole('dialog', { name: `Replace the hardware of ${device.name}` })
  return {
    user,
    dialog,
    field: (name: RegExp) => within(dialog).findByLabelText(name),
    submit: async () => user.click(await within(dialog).findByRole('button', { name: 'Replace hardware' })),
  }
}

beforeEach(async () => {
  line = connect(server, space.owner)
  device = await aDevice(server, space)
})

describe('a replacement of hardware', () => {
  it('lists its effects before anything is sent', async () => {
    const { dialog, submit } = await open()
    expect(within(dialog).getByText(/pending downlinks/)).toBeTruthy()
    expect(within(dialog).getByText(new RegExp(`${device.serial_number} is refused`))).toBeTruthy()
    await submit()
    expect(
      await within(dialog).findByText('Serial Number is required and should consist of 10 numbers'),
    ).toBeTruthy()
    expect(within(dialog).getByText('Token is required and should consist of 32 characters.')).toBeTruthy()
    expect(line.sent).toEqual([])
  })

  it('confirms its success, and is shown in the history', async () => {
    const { user, field, submit } = await open()
    const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
    await user.type(await field(/Serial number/), hardware.serial_number)
    await user.type(await field(/Claim token/), hardware.token)
    await submit()
    expect(await screen.findByText('Hardware replaced')).toBeTruthy()
    expect(line.sent).toMatchObject([
      { path: `/spaces/${space.id}/devices/${device.id}/replace`, body: hardware },
    ])
    const seams = await screen.findByRole('table', { name: 'Hardware replacements' })
    expect(await within(seams).findByText(device.serial_number)).toBeTruthy()
    expect(within(seams).getByText(hardware.serial_number)).toBeTruthy()
    expect(within(seams).getByText(space.owner.email)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says at the serial number that it is taken, and keeps typed values', async () => {
    const other = await aDevice(server, space)
    const { user, dialog, field, submit } = await open()
    for (const serial of [other.serial_number, device.serial_number]) {
      await user.clear(await field(/Serial number/))
      await user.type(await field(/Serial number/), serial)
      await user.clear(await field(/Claim token/))
      await user.type(await field(/Claim token/), other.token)
      await submit()
      expect(await within(dialog).findByText(/belongs to this device or to another one/)).toBeTruthy()
      expect((await field(/Serial number/)).getAttribute('value')).toBe(serial)
      expect((await field(/Claim token/)).getAttribute('value')).toBe(other.token)
    }
  })

  it('keeps the serial number as a draft after a failure, but never the claim token', async () => {
    const { user, dialog, field, submit } = await open()
    const [serial, token] = [aSerialNumber(), aClaimToken()]
    await user.type(await field(/Serial number/), serial)
    await user.type(await field(/Claim token/), token)
    line.interrupt = ({ method }) => (method === 'POST' ? refusal(500, 'out of order') : undefined)
    await submit()
    expect(await within(dialog).findByText('out of order')).toBeTruthy()
    await waitFor(() => expect(kept()).toContain(serial))
    expect(kept()).not.toContain(token)
  })

  it('is offered only on a server that supports it, for a device of the space', async () => {
    await show(CAPABILITIES.filter((capability) => capability !== 'device-replace'))
    await userEvent.setup({ delay: null }).click(await button('More actions'))
    expect(await screen.findByRole('menuitem', { name: 'Create message' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Replace hardware' })).toBeNull()
    expect(line.calls.filter(({ path }) => path.endsWith('/replacements'))).toEqual([])
  })
})
