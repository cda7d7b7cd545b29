import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DAY, MINUTE } from '#contract/common/durations'
import { type Device, type DeviceContact, deviceEntity, STATE_CAPABILITY } from '#contract/devices'
import { showPage, uuid } from '../../../tests/support/console'
import { noteServerTime } from '../../clock/server'
import ClockNotice from './ClockNotice'
import { NextContact } from './Contact'
import { DeviceStateText } from './State'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const iso = (time: number) => new Date(time).toISOString()

/** A half-hourly device in an answer of a server whose clock shows `at`. */
function halfHourly(lastSeen: number, at = NOW): Device {
  const [late, silent] = [lastSeen + 60 * MINUTE, lastSeen + 150 * MINUTE]
  const state = at >= silent ? 'silent' : at >= late ? 'late' : 'on_time'
  const contact: DeviceContact = {
    state,
    since: iso(lastSeen),
    usual_interval: 1800,
    expected_at: iso(lastSeen + 30 * MINUTE),
    late_at: iso(late),
    silent_at: iso(silent),
  }
  return aDevice({ last_seen: iso(lastSeen), contact })
}

const aDevice = (fields: Partial<Device>): Device =>
  deviceEntity.schema.parse({
    id: uuid(7),
    name: 'valve',
    serial_number: '1234567890',
    created_at: iso(NOW - 90 * DAY),
    ...fields,
  })

const words = (device: Device) => {
  const { container } = showPage(<DeviceStateText device={device} />)
  const text = container.textContent?.replace(/\/$/, '')
  cleanup()
  return text
}
const later = async (time: number) => act(async () => vi.advanceTimersByTimeAsync(time))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the state of a device', () => {
  it('is shown in words, with its duration', () => {
    expect(words(halfHourly(NOW - 3 * MINUTE))).toBe('On time, 3 minutes ago')
    expect(words(halfHourly(NOW - 80 * MINUTE))).toBe('Late by 50 minutes')
    expect(words(halfHourly(NOW - 6.4 * DAY))).toBe('Silent for 6 days')
    const { contact } = halfHourly(NOW)
    expect(words(aDevice({ contact: contact && { ...contact, state: 'never' } }))).toBe('Never seen')
    expect(words(aDevice({ last_seen: iso(NOW), contact: null }))).toBe('')
  })

  it('has the exact time in its tooltip', () => {
    showPage(<DeviceStateText device={halfHourly(NOW - 80 * MINUTE)} />)
    const time = screen.getByText('Late by 50 minutes')
    expect(time.getAttribute('datetime')).toBe('2026-11-22T11:10:00.000Z')
    expect(time.title).toMatch(/^Was expected: .*22 Nov 2026.*:10:00/)
  })

  it('changes as time passes', async () => {
    showPage(<DeviceStateText device={halfHourly(NOW - 59 * MINUTE)} />)
    expect(screen.getByText('On time, 59 minutes ago')).toBeTruthy()
    await later(2 * MINUTE)
    expect(screen.getByText('Late by 31 minutes')).toBeTruthy()
    await later(90 * MINUTE)
    expect(screen.getByText('Silent for 2 hours')).toBeTruthy()
  })

  it('is that of the server when the clocks differ', async () => {
    const ahead = halfHourly(NOW - 70 * MINUTE, NOW - 65 * MINUTE)
    showPage(<DeviceStateText device={ahead} />)
    expect(screen.getByText('On time, 1 hour ago')).toBeTruthy()
    await later(2 * MINUTE)
    expect(screen.getByText('On time, 1 hour ago')).toBeTruthy()
  })
})

describe('a wrong clock of this computer', () => {
  it.each([
    [3 * 60 * MINUTE - 2000, '3 hours behind'],
    [-DAY + 4000, '1 day ahead'],
    [3 * 60 * MINUTE + 40 * MINUTE, '220 minutes behind'],
  ])('by %i ms is shown to the minute, because answers take seconds', (difference, words) => {
    const answered = (ahead: number) => noteServerTime(iso(Date.now() + ahead), Date.now())
    onTestFinished(() => answered(0))
    answered(difference)
    showPage(<ClockNotice />)
    expect(screen.getByText(new RegExp(`clock is ${words}`))).toBeTruthy()
  })
})

describe('the next contact', () => {
  const show = (device: Device, capabilities = [STATE_CAPABILITY]) =>
    showPage(<NextContact device={device} />, { capabilities }).container.textContent

  it('is shown with the rhythm, and moves into the past', async () => {
    expect(show(halfHourly(NOW - 29 * MINUTE))).toMatch(
      /^Next expected: .* \(in 1 minute\), every 30 minutes\. A command waits/,
    )
    await later(3 * MINUTE)
    expect(screen.getByText(/^Was expected/)).toBeTruthy()
  })

  it('is unknown without enough contacts, and on a server without rhythms', () => {
    const { contact } = halfHourly(NOW)
    const few = aDevice({ last_seen: iso(NOW), contact: contact && { ...contact, usual_interval: null } })
    expect(show(few)).toMatch(/^Not enough messages yet/)
    cleanup()
    expect(show(aDevice({ last_seen: iso(NOW) }), [])).toMatch(/^The next contact cannot be estimated/)
  })
})
