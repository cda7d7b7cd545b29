import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import type { DeviceClaim } from '#contract/devices'
import { aDevice } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { devices } from '..'
import { DeviceCreate } from '../DeviceForms'
import ReplaceDialog from '../replace/ReplaceDialog'

const TOKEN = 'aB3'.repeat(10).concat('zz')
const [FIRST, SECOND] = ['2159018209', '2159018210']

const scanned = vi.hoisted(() => ({ serial_number: '' }))
vi.mock('./ScanDialog', () => ({
  default: ({ onClaim }: { onClaim: (claim: DeviceClaim) => void }) => (
    <button type="button" onClick={() => onClaim({ ...scanned, token: TOKEN })}>
      Hold the code to the camera
    </button>
  ),
}))

const { server, space } = await serveSpace()

const show = (dialog: ReactElement) =>
  showInSpace(dialog, { client: connect(server, space.owner).client, space, resource: devices })
const showCreate = () => show(<DeviceCreate open onClose={() => undefined} />)

const valueOf = (name: RegExp) => screen.getByLabelText(name).getAttribute('value')

async function scan(serial_number: string) {
  Object.assign(scanned, { serial_number })
  await userEvent.click(await screen.findByRole('button', { name: 'Scan QR code' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Hold the code to the camera' }))
}

it('fills the form, and replaces its suggested name', async () => {
  await showCreate()
  await scan(FIRST)
  expect(await screen.findByText('Device scanned')).toBeTruthy()
  expect(valueOf(/Serial number/)).toBe(FIRST)
  expect(valueOf(/Claim token/)).toBe(TOKEN)
  expect(screen.getByLabelText(/Claim token/).getAttribute('type')).toBe('password')
  expect(valueOf(/^Name/)).toBe(`chester-${FIRST}`)
  await scan(SECOND)
  expect(valueOf(/Serial number/)).toBe(SECOND)
  expect(valueOf(/^Name/)).toBe(`chester-${SECOND}`)
})

it('keeps a typed name', async () => {
  await showCreate()
  await userEvent.type(await screen.findByLabelText(/^Name/), 'boiler')
  await scan(FIRST)
  expect(valueOf(/^Name/)).toBe('boiler')
})

it('does not require a name while it scans', async () => {
  await showCreate()
  await userEvent.click(await screen.findByLabelText(/^Name/))
  await userEvent.click(await screen.findByRole('button', { name: 'Scan QR code' }))
  await screen.findByRole('button', { name: 'Hold the code to the camera' })
  expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('false')
})

it('fills the dialog that replaces the hardware of a device', async () => {
  const device = await aDevice(server, space)
  await show(<ReplaceDialog device={device} onClose={() => undefined} />)
  await scan(FIRST)
  expect(valueOf(/Serial number/)).toBe(FIRST)
  expect(valueOf(/Claim token/)).toBe(TOKEN)
})
