import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { api } from '#contract'
import { aDevice } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { groupSession, SessionTab } from './SessionTab'

const BOOT = Date.parse('2026-01-02T03:04:05.000Z') / 1000
const { server, space } = await serveSpace()

/** Shows the tab of a device that sent these details at its start. */
async function show(up?: Record<string, unknown>) {
  const device = await aDevice(server, space)
  if (up) await anUplink(server, device, { type: 'session', body: { up } })
  const { client } = connect(server, space.owner)
  const path = `/spaces/${space.id}/devices/${device.id}`
  const shown = await client.call(api.devices.get.answer, 'GET', path)
  return showInSpace(<SessionTab device={up ? shown : { ...shown, session_id: BOOT }} />, { client, space })
}

describe('the values of a session', () => {
  it('are grouped, without other keys', () => {
    const up = {
      lte_imei: '351358811124772',
      app_fw_version: '1.2.3',
      uptime: 12,
      ble_passkey: 123456,
      vendor_name: 'ACME',
      hw_variant: 'S1',
    }
    expect(groupSession(up)).toEqual([
      {
        id: 'device',
        values: [
          { key: 'ble_passkey', value: '123456' },
          { key: 'vendor_name', value: 'ACME' },
        ],
      },
      { id: 'application', values: [{ key: 'app_fw_version', value: '1.2.3' }] },
      { id: 'hardware', values: [{ key: 'hw_variant', value: 'S1' }] },
      { id: 'lte', values: [{ key: 'lte_imei', value: '351358811124772' }] },
    ])
  })

  it('are texts, even for objects', () => {
    expect(groupSession({ app: { modes: [1, null] } })[0]?.values).toEqual([
      { key: 'app', value: '{"modes":[1,null]}' },
    ])
  })

  it('are empty when the device sent no details', () => {
    expect(groupSession({})).toEqual([])
  })
})

describe('the session tab', () => {
  it('shows the details that the device sent, grouped, each value with its key', async () => {
    await show({ vendor_name: 'ACME', lte_imei: '351358811124772', lte_band: { bands: [8, 20] }, uptime: 12 })
    const lte = within(await screen.findByRole('region', { name: 'LTE' }))
    expect(lte.getByText('351358811124772')).toBeTruthy()
    expect(lte.getByText('lte_imei')).toBeTruthy()
    expect(lte.getByText('{"bands":[8,20]}')).toBeTruthy()
    expect(lte.getByRole('button', { name: 'Copy lte_band' })).toBeTruthy()
    expect(screen.getByText('Vendor')).toBeTruthy()
    expect(screen.queryByText('uptime')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Hardware' })).toBeNull()
  })

  it('hides the passkey until it is revealed, but can copy it', async () => {
    const user = userEvent.setup({ delay: null })
    await show({ ble_passkey: '482913' })
    expect(await screen.findByRole('img', { name: 'Bluetooth passkey is hidden' })).toBeTruthy()
    expect(document.body.innerHTML).not.toContain('482913')
    await user.click(screen.getByRole('button', { name: 'Copy Bluetooth passkey' }))
    expect(await navigator.clipboard.readText()).toBe('482913')
    await user.click(screen.getByRole('button', { name: 'Show Bluetooth passkey' }))
    expect(screen.getByText('482913')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Hide Bluetooth passkey' }))
    expect(document.body.innerHTML).not.toContain('482913')
  })

  it('says when the session does not exist', async () => {
    await show()
    expect(await screen.findByText('The server no longer has this session.')).toBeTruthy()
  })

  it('says when the device sent no details', async () => {
    await show({})
    expect(await screen.findByText('The device sent no details for this session')).toBeTruthy()
  })
})
