import { expect } from 'vitest'
import { type FirmwareJob, type FirmwareReport, firmwareApi } from '#contract/firmware'
import type { aDevice, TestSpace } from './builders'
import type { TestServer } from './makeServer'
import { anUplink } from './uplink'

export type TestDevice = Awaited<ReturnType<typeof aDevice>>

/** A device's report about a job. */
export type Report = Omit<FirmwareReport, 'job_id'>

/** Firmware jobs in a space: calls of its owner, and reports of devices. */
export function firmwareOf(server: TestServer, space: TestSpace) {
  const call = async (method: string, device: { id: string }, path = '', body?: unknown) =>
    server.call(method, `/spaces/${space.id}/devices/${device.id}/firmware${path}`, {
      token: space.owner.token,
      body,
    })

  const list = async (device: { id: string }, query = '') => {
    const answer = await call('GET', device, query)
    expect(answer.status).toBe(200)
    return firmwareApi.list.answer.parse(await answer.json())
  }

  return {
    call,
    list,
    schedule: async (device: { id: string }, body: unknown = { firmware: 'sense-2' }) => {
      const answer = await call('POST', device, '', body)
      expect(answer.status).toBe(201)
      return firmwareApi.create.answer.parse(await answer.json())
    },
    jobOf: async (device: { id: string }, { id }: FirmwareJob) =>
      (await list(device)).find((job) => job.id === id),
    report: async (device: TestDevice, { id }: FirmwareJob, values: Report) =>
      anUplink(server, device, { type: 'firmware', body: { job_id: id, ...values } }),
    /** Ids of the downlinks that the device receives with its next uplink. */
    handedTo: async (device: TestDevice) => (await anUplink(server, device)).downlinks.map(({ id }) => id),
    /** State of the downlink of the job. */
    downState: async ({ id }: FirmwareJob) => {
      const { rows } = await server.db.$client.query<{ down_state: string }>(
        'select down_state from message where id = $1',
        [id],
      )
      return rows[0]?.down_state
    },
  }
}
