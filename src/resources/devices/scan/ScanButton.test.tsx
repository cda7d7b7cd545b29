import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DeviceClaim } from '#contract/devices'
import { createCalls, showInSpace } from '../../../../tests/support/devices'
import DeviceCreate from '../DeviceCreate'

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

beforeEach(() => {
  sessionStorage.clear()
  const { client } = createCalls([])
  showInSpace(<DeviceCreate open onClose={() => undefined} />, { client })
})
afterEach(cleanup)

const valueOf = (name: RegExp) => screen.getByLabelText(name).getAttribute('value')

async function scan(serial_number: string) {
  Object.assign(scanned, { serial_number })
  await userEvent.click(await screen.findByRole('button', { name: 'Scan QR code' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Hold the code to the camera' }))
}

it('fills the form, and replaces the name that it suggested', async () => {
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
  await userEvent.type(await screen.findByLabelText(/^Name/), 'boiler')
  await scan(FIRST)
  expect(valueOf(/^Name/)).toBe('boiler')
})

it('does not require a name while it scans', async () => {
  await userEvent.click(await screen.findByLabelText(/^Name/))
  await userEvent.click(await screen.findByRole('button', { name: 'Scan QR code' }))
  await screen.findByRole('button', { name: 'Hold the code to the camera' })
  expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('false')
})
