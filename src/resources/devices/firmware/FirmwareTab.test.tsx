import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FirmwareJob, firmwareApi } from '#contract/firmware'
import { aDevice, aMember } from '../../../../tests/support/builders'
import { connect, refusal, showInSpace } from '../../../../tests/support/console'
import { firmwareOf, type TestDevice } from '../../../../tests/support/firmware'
import { serveSpace } from '../../../../tests/support/serve'
import { FirmwareTab } from './FirmwareTab'

const START = '2026-01-02T03:00:00.000Z'
let clock = START
const { server, space } = await serveSpace({ now: () => new Date(clock) })
const { list, report, schedule } = firmwareOf(server, space)
const user = userEvent.setup({ delay: null })

let device: TestDevice
let line: ReturnType<typeof connect>
beforeEach(async () => {
  clock = START
  device = await aDevice(server, space)
  line = connect(server, space.owner)
})

const show = (capabilities: string[] = []) =>
  showInSpace(<FirmwareTab device={device} />, { client: line.client, space, capabilities })

/** Creates a job that failed 62 minutes and 3 seconds after its download began. */
async function aFailedJob(): Promise<FirmwareJob> {
  const job = await schedule(device, { firmware: 'fw-1' })
  clock = '2026-01-02T03:01:00.000Z'
  await report(device, job, { state: 'downloading' })
  clock = '2026-01-02T04:02:03.000Z'
  await report(device, job, { state: 'failed', reason: 'no space left' })
  return job
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const openDialog = async () => {
  await press('Schedule firmware')
  return within(await screen.findByRole('dialog', { name: 'Schedule a firmware download' }))
}

describe('the firmware tab', () => {
  it('shows each job with its state in words and its progress', async () => {
    await aFailedJob()
    const job = await schedule(device, { firmware: 'fw-2' })
    const found = { firmware_size: 1000, firmware_version: '1.2.3' }
    await report(device, job, { state: 'downloading', bytes_downloaded: 450, ...found })
    await show()
    const [, newest, oldest] = await screen.findAllByRole('row')
    if (!newest || !oldest) throw new Error('no rows')
    expect(within(newest).getByText('Downloading')).toBeTruthy()
    expect(within(newest).getByText('1.2.3')).toBeTruthy()
    expect(within(newest).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('45')
    expect(within(oldest).getByText('Failed')).toBeTruthy()
    expect(within(oldest).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  })

  it('shows the timeline of a job and its failure when its row is opened', async () => {
    await aFailedJob()
    await show()
    await press('Details of fw-1')
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

  it('distinguishes the last report of a running job from its reached steps', async () => {
    const job = await schedule(device, { firmware: 'fw-1' })
    await report(device, job, { state: 'downloading', bytes_downloaded: 450, firmware_size: 1000 })
    await show()
    await press('Details of fw-1')
    const phases = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
    expect(phases.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Scheduled/),
      expect.stringMatching(/^Downloading/),
      'SwappingNot reached',
      expect.stringMatching(/^Last report.*s ago$/),
    ])
    // Only reached steps have the colour of the state.
    expect(phases.map(({ style }) => style.borderColor !== '')).toEqual([true, true, false, false])
    expect(phases.map((phase) => phase.getAttribute('aria-current'))).toEqual([null, 'step', null, null])
  })

  it('schedules a firmware for the default target, says so and shows the new job', async () => {
    await show()
    const dialog = await openDialog()
    expect(dialog.getByLabelText(/Target/)).toHaveProperty('value', 'app')
    await user.type(dialog.getByLabelText(/Firmware id/), ' fw-new ')
    await user.click(dialog.getByRole('button', { name: 'Schedule firmware' }))
    expect(await screen.findByText('Downloaded firmware sheduled.')).toBeTruthy()
    expect(screen.getByText('The firmware will be downloaded to the device soon.')).toBeTruthy()
    expect(await list(device)).toMatchObject([{ firmware_id: 'fw-new', target: 'app', state: 'scheduled' }])
    expect(await screen.findByRole('button', { name: 'Details of fw-new' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('refuses an id with other characters, and sends nothing', async () => {
    await show()
    const dialog = await openDialog()
    await user.type(dialog.getByLabelText(/Firmware id/), 'fw_1')
    await user.click(dialog.getByRole('button', { name: 'Schedule firmware' }))
    await waitFor(() =>
      expect(dialog.getByLabelText(/Firmware id/).getAttribute('aria-invalid')).toBe('true'),
    )
    expect(dialog.getByText('Letters, digits and hyphens only')).toBeTruthy()
    expect(line.sent).toEqual([])
  })

  it("shows the server's refusal at the field that it names", async () => {
    line.interrupt = ({ method }) => (method === 'POST' ? refusal(400, 'firmware is not known') : undefined)
    await show()
    const dialog = await openDialog()
    await user.type(dialog.getByLabelText(/Firmware id/), 'fw-1')
    await user.click(dialog.getByRole('button', { name: 'Schedule firmware' }))
    expect(await dialog.findByText('firmware is not known')).toBeTruthy()
    expect(dialog.getByLabelText(/Firmware id/).getAttribute('value')).toBe('fw-1')
  })

  it('cancels a job that has not been downloaded yet, if the server can', async () => {
    await schedule(device, { firmware: 'fw-1' })
    await show([firmwareApi.cancel.capability])
    await press('Details of fw-1')
    await press('Cancel the job')
    const question = await screen.findByRole('alertdialog', { name: 'Cancel the download of fw-1?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel the job' }))
    expect(await screen.findByText('Firmware job cancelled')).toBeTruthy()
    expect(await list(device)).toMatchObject([{ state: 'canceled' }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel the job' })).toBeNull())
    expect(screen.getByRole('list', { name: 'Timeline' })).toBeTruthy()
  })

  it('offers no cancel on a server without that call', async () => {
    await schedule(device, { firmware: 'fw-1' })
    await show()
    await press('Details of fw-1')
    expect(screen.queryByRole('button', { name: 'Cancel the job' })).toBeNull()
  })

  it('is read-only for a space user', async () => {
    line = connect(server, await aMember(server, space, 'user'))
    await show()
    const schedule = await screen.findByRole('button', { name: 'Schedule firmware' })
    expect(schedule.getAttribute('aria-disabled')).toBe('true')
  })

  it('says that the jobs did not load', async () => {
    line.interrupt = ({ path }) => (path.endsWith('/firmware') ? refusal(500, 'broken') : undefined)
    await show()
    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred while loading data')
  })

  it('follows a job until it has succeeded, without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const job = await schedule(device, { firmware: 'fw-2' })
    await show()
    await press('Details of fw-2')
    const row = () => screen.getAllByRole('row')[1] ?? document.body
    const progress = () => within(row()).queryByRole('progressbar')?.getAttribute('aria-valuenow')
    const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
    const notReached = () => timeline.queryAllByText('Not reached').length
    expect(row().textContent).toContain('Scheduled')
    expect(notReached()).toBe(2)
    /** Sends a report of the device, and lets the page refresh. */
    const reports = async (values: Parameters<typeof report>[2], text: string) => {
      await report(device, job, values)
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      await waitFor(() => expect(row().textContent).toContain(text))
    }
    await reports(
      { state: 'downloading', bytes_downloaded: 450_000, firmware_size: 1_000_000 },
      'Downloading',
    )
    expect([progress(), notReached()]).toEqual(['45', 1])
    await reports({ state: 'swapping', bytes_downloaded: 1_000_000, firmware_version: '2.1.0' }, 'Swapping')
    expect(row().textContent).toContain('2.1.0')
    await reports({ state: 'succeeded' }, 'Succeeded')
    expect(timeline.getByText(/\ds since the download started/)).toBeTruthy()
  })
})
