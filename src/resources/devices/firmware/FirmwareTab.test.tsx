import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FirmwareJob, firmwareApi, firmwareJobSchema } from '#contract/firmware'
import type { SpaceRole } from '#contract/permissions'
import { type Call, clientOf, uuid } from '../../../../tests/support/console'
import { pump, showInSpace } from '../../../../tests/support/devices'
import { ConfigProvider, useConfig } from '../../../config'
import { ApiError } from '../../../dataProvider/client'
import { FirmwareTab } from './FirmwareTab'

const device = pump(1)

const job = (number: number, changes: Partial<FirmwareJob> = {}): FirmwareJob =>
  firmwareJobSchema.parse({
    id: uuid(700 + number),
    firmware_id: `fw-${number}`,
    state: 'scheduled',
    scheduled_at: `2026-01-02T03:04:0${number}.000Z`,
    ...changes,
  })

let jobs: FirmwareJob[]
let refuse: (call: Call) => ApiError | undefined
beforeEach(() => {
  jobs = []
  refuse = () => undefined
  sessionStorage.clear()
})
afterEach(cleanup)

/** The tab on a server that has the calls named. */
function Tab({ capabilities }: { capabilities: string[] }) {
  return (
    <ConfigProvider value={{ ...useConfig(), capabilities }}>
      <FirmwareTab device={device} />
    </ConfigProvider>
  )
}

function show({ role, capabilities = [] }: { role?: SpaceRole; capabilities?: string[] } = {}) {
  const client = clientOf((call) => {
    const error = refuse(call)
    if (error) throw error
    if (call.method === 'POST') jobs = [job(9, { firmware_id: 'fw-new' }), ...jobs]
    if (call.method === 'DELETE') jobs = jobs.map((row) => ({ ...row, state: 'canceled' as const }))
    return call.method === 'GET' ? jobs : jobs[0]
  })
  showInSpace(<Tab capabilities={capabilities} />, { client, role })
  return { sent: client.sent, user: userEvent.setup({ delay: null }) }
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await press(user, 'Schedule firmware')
  return within(await screen.findByRole('dialog', { name: 'Schedule a firmware download' }))
}

describe('the firmware tab', () => {
  it('shows each job with its state in words and how far it is', async () => {
    jobs = [
      job(2, { state: 'downloading', bytes_downloaded: 450, firmware_size: 1000, firmware_version: '1.2.3' }),
      job(1, { state: 'failed', reason: 'no space left' }),
    ]
    show()
    const [, newest, oldest] = await screen.findAllByRole('row')
    if (!newest || !oldest) throw new Error('no rows')
    expect(within(newest).getByText('Downloading')).toBeTruthy()
    expect(within(newest).getByText('1.2.3')).toBeTruthy()
    expect(within(newest).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('45')
    expect(within(oldest).getByText('Failed')).toBeTruthy()
    expect(within(oldest).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  })

  it('tells the way of a job and why it failed when its row is opened', async () => {
    jobs = [
      job(1, {
        state: 'failed',
        reason: 'no space left',
        scheduled_at: '2026-01-02T03:00:00.000Z',
        download_started_at: '2026-01-02T03:01:00.000Z',
        updated_at: '2026-01-02T04:02:03.000Z',
      }),
    ]
    const { user } = show()
    await press(user, 'Details of fw-1')
    expect(screen.getByText('no space left')).toBeTruthy()
    const phases = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
    expect(phases.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Scheduled.*1m 0s$/),
      expect.stringMatching(/^Downloading.*1h 1m 3s$/),
      'SwappingNot reached',
      expect.stringMatching(/^Updated/),
      'Failed1h 1m 3s since the download started',
    ])
  })

  it('schedules a firmware for the default target, says so and shows the new job', async () => {
    const { sent, user } = show()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText(/Firmware id/), ' fw-new ')
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await screen.findByText('Downloaded firmware sheduled.')).toBeTruthy()
    expect(screen.getByText('The firmware will be downloaded to the device soon.')).toBeTruthy()
    expect(sent[0]?.body).toEqual({ firmware: 'fw-new', target: 'app' })
    expect(await screen.findByRole('button', { name: 'Details of fw-new' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('refuses an id with other characters, and sends nothing', async () => {
    const { sent, user } = show()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText(/Firmware id/), 'fw_1')
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    await waitFor(() =>
      expect(dialog.getByLabelText(/Firmware id/).getAttribute('aria-invalid')).toBe('true'),
    )
    expect(sent).toEqual([])
  })

  it("shows the server's refusal at the field that it speaks of", async () => {
    refuse = ({ method }) => (method === 'POST' ? new ApiError(400, 'firmware is not known', 0) : undefined)
    const { user } = show()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText(/Firmware id/), 'fw-1')
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await dialog.findByText('firmware is not known')).toBeTruthy()
    expect(dialog.getByLabelText(/Firmware id/).getAttribute('value')).toBe('fw-1')
  })

  it('cancels a job that has not been downloaded yet, where the server can', async () => {
    jobs = [job(1)]
    const { sent, user } = show({ capabilities: [firmwareApi.cancel.capability] })
    await press(user, 'Details of fw-1')
    await press(user, 'Cancel the job')
    const question = await screen.findByRole('alertdialog', { name: 'Cancel the download of fw-1?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel the job' }))
    expect(await screen.findByText('Firmware job cancelled')).toBeTruthy()
    expect(sent[0]?.method).toBe('DELETE')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel the job' })).toBeNull())
    expect(screen.getByRole('list', { name: 'Timeline' })).toBeTruthy()
  })

  it('offers no cancel on a server without that call', async () => {
    jobs = [job(1)]
    const { user } = show()
    await press(user, 'Details of fw-1')
    expect(screen.queryByRole('button', { name: 'Cancel the job' })).toBeNull()
  })

  it('lets a space user look only', async () => {
    show({ role: 'user' })
    const schedule = await screen.findByRole('button', { name: 'Schedule firmware' })
    expect(schedule.getAttribute('aria-disabled')).toBe('true')
  })

  it('says that the jobs did not load', async () => {
    refuse = () => new ApiError(500, 'broken', 0)
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred while loading data')
  })
})
