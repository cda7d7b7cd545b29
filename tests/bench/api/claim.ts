import type { Client } from 'pg'

/** The claim token of the devices that send in a benchmark. */
export const TOKEN = 'a'.repeat(32)

/** Gives devices of the space a claim token, and answers their serial numbers. */
export async function claimDevices(client: Client, spaceId: string, count: number): Promise<string[]> {
  const { rows } = await client.query<{ serial_number: string }>(
    `insert into device_credential (space_id, device_id, serial_number, token_hash)
      select space_id, id, serial_number, sha256($3) from device where space_id = $1 order by id limit $2
      on conflict (space_id, device_id) do update set token_hash = excluded.token_hash
      returning serial_number`,
    [spaceId, count, Buffer.from(TOKEN)],
  )
  return rows.map((row) => row.serial_number)
}

/** What a device sends, as a sensor in the field does. */
export const messageOf = (serial_number: string, sequence: number) => ({
  serial_number,
  token: TOKEN,
  type: 'data',
  body: {
    message: { sequence, timestamp: Math.floor(Date.now() / 1000), version: 1 },
    system: { uptime: sequence * 60, voltage_rest: 3.52, voltage_load: 3.41, current_load: 34 },
    thermometer: { temperature: 21.5 + (sequence % 40) / 10 },
    network: {
      parameter: { eest: 7, ecl: 0, rsrp: -85, rsrq: -7, snr: 9, plmn: 23003, cid: 1234567, band: 20 },
    },
  },
})
