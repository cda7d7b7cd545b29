import { describe, expect, it } from 'vitest'
import { groupSession } from './groups'

describe('the values of a session', () => {
  it('are grouped, and those that the specification does not name are left out', () => {
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
          { key: 'ble_passkey', value: '123456', secret: true },
          { key: 'vendor_name', value: 'ACME', secret: false },
        ],
      },
      { id: 'application', values: [{ key: 'app_fw_version', value: '1.2.3', secret: false }] },
      { id: 'hardware', values: [{ key: 'hw_variant', value: 'S1', secret: false }] },
      { id: 'lte', values: [{ key: 'lte_imei', value: '351358811124772', secret: false }] },
    ])
  })

  it('are text, also where they are objects', () => {
    expect(groupSession({ app: { modes: [1, null] } })[0]?.values).toEqual([
      { key: 'app', value: '{"modes":[1,null]}', secret: false },
    ])
  })

  it('are none when the device said nothing', () => {
    expect(groupSession({})).toEqual([])
  })
})
