import { expect, test } from 'vitest'
import type { Installation } from '#contract/admin'
import { DAY, MINUTE } from '#contract/common/durations'
import { formatBytes } from '../../../numbers'
import { msg } from '../texts'
import { findingsOf } from './findings'

const NOW = Date.parse('2026-03-10T10:20:00Z')
const ago = (milliseconds: number) => new Date(NOW - milliseconds).toISOString()

const copy = { version: '1.0.0', host: 'one', started_at: ago(DAY), seen_at: ago(MINUTE), clock_ahead: 2 }
const sound: Installation = {
  version: '1.0.0',
  totals: { users: 1, spaces: 1, devices: 2, connectors: 0, messages: 0 },
  seen: { hour: 0, day: 1, week: 1 },
  messages: [],
  failures: [],
  copies: [copy],
  database: { size: 1, days: [] },
  oldest_delivery_at: ago(MINUTE),
  history: { devices: 2, oldest_waiting_at: ago(14 * MINUTE), waiting: 1 },
  housekeeping: { finished_at: ago(60 * MINUTE), error: null },
  backup: {
    is_nightly: true,
    last: { created_at: ago(20 * 60 * MINUTE), size: 1, checked_at: null },
    error: null,
  },
  archive: { is_on: true, finished_at: ago(60 * MINUTE), error: null },
  mail: { waiting: 1, failed: 0, oldest_waiting_at: ago(5 * MINUTE), has_server: true },
  resources: [{ name: 'disk', used: 50, limit: 100, growth: 1, full_at: ago(-50 * DAY) }],
}

const formats = {
  number: String,
  percent: (share: number) => `${Math.round(share * 100)} %`,
  bytes: String,
  relative: (time: string, now: number) => `${Math.round((now - Date.parse(time)) / MINUTE)} minutes ago`,
  date: String,
  day: String,
  clock: String,
  hour: String,
}
/** Findings with changes to a healthy installation. */
const found = (changes: Partial<Installation>) => findingsOf({ ...sound, ...changes }, NOW, formats)

test('a healthy installation has no findings', () => {
  expect(found({})).toEqual([])
  expect(found({ totals: { ...sound.totals, devices: 0 }, seen: { hour: 0, day: 0, week: 0 } })).toEqual([])
})

test.each<[string, Partial<Installation>, object]>([
  [
    'deliveries that wait',
    { oldest_delivery_at: ago(3 * MINUTE) },
    { severity: 'warning', text: msg('admin.state.deliveries'), values: { ago: '3 minutes ago' } },
  ],
  [
    'deliveries that wait long',
    { oldest_delivery_at: ago(12 * MINUTE) },
    { severity: 'error', text: msg('admin.state.deliveries'), values: { ago: '12 minutes ago' } },
  ],
  [
    'e-mails that failed',
    { mail: { ...sound.mail, failed: 3 } },
    { severity: 'error', text: msg('admin.state.mailFailed'), values: { smart_count: 3 } },
  ],
  [
    'e-mails that wait',
    { mail: { ...sound.mail, oldest_waiting_at: ago(20 * MINUTE) } },
    { severity: 'warning', text: msg('admin.state.mailWaits'), values: { ago: '20 minutes ago' } },
  ],
  [
    'values that no history has',
    { history: { devices: 2, oldest_waiting_at: ago(40 * MINUTE), waiting: 1 } },
    {
      severity: 'warning',
      text: msg('admin.state.valuesWait'),
      values: { smart_count: 1, ago: '40 minutes ago' },
    },
  ],
  [
    'many devices whose values no history has',
    { history: { devices: 200, oldest_waiting_at: ago(3 * MINUTE), waiting: 100 } },
    {
      severity: 'warning',
      text: msg('admin.state.valuesWait'),
      values: { smart_count: 100, ago: '3 minutes ago' },
    },
  ],
  [
    'a housekeeping that failed',
    { housekeeping: { finished_at: null, error: 'no room' } },
    { severity: 'error', text: msg('admin.state.housekeepingFailed'), values: { error: 'no room' } },
  ],
  [
    'a housekeeping that is late',
    { housekeeping: { finished_at: ago(200 * MINUTE), error: null } },
    { severity: 'warning', text: msg('admin.state.housekeepingLate'), values: { ago: '200 minutes ago' } },
  ],
  [
    'a housekeeping that never was',
    { housekeeping: { finished_at: null, error: null } },
    { severity: 'warning', text: msg('admin.state.housekeepingNever') },
  ],
  [
    'a backup that failed',
    { backup: { is_nightly: true, last: null, error: 'no room' } },
    { severity: 'error', text: msg('admin.state.backupFailed'), values: { error: 'no room' } },
  ],
  [
    'a backup that is old',
    {
      backup: {
        is_nightly: true,
        last: { created_at: ago(50 * 60 * MINUTE), size: 1, checked_at: null },
        error: null,
      },
    },
    { severity: 'error', text: msg('admin.state.backupLate'), values: { ago: '3000 minutes ago' } },
  ],
  [
    'an archive that cannot be written',
    { archive: { is_on: true, finished_at: null, error: 'no room' } },
    { severity: 'error', text: msg('admin.state.archiveFailed'), values: { error: 'no room' } },
  ],
  [
    'an archive that is late',
    { archive: { is_on: true, finished_at: ago(200 * MINUTE), error: null } },
    { severity: 'warning', text: msg('admin.state.archiveLate'), values: { ago: '200 minutes ago' } },
  ],
  [
    'a disk that is almost full',
    { resources: [{ name: 'disk', used: 98, limit: 100, growth: null, full_at: null }] },
    { severity: 'error', text: msg('admin.state.almostFull.disk'), values: { percent: '98 %' } },
  ],
  [
    'a disk that will be full soon',
    { resources: [{ name: 'disk', used: 50, limit: 100, growth: 5, full_at: ago(-10 * DAY) }] },
    { severity: 'warning', text: msg('admin.state.fullSoon.disk'), values: { when: '-14400 minutes ago' } },
  ],
  [
    'copies of different versions',
    { copies: [copy, { ...copy, version: '1.1.0' }, copy] },
    { severity: 'warning', text: msg('admin.state.versions'), values: { versions: '1.0.0, 1.1.0' } },
  ],
  [
    'a copy whose clock is wrong',
    { copies: [copy, { ...copy, host: 'two', clock_ahead: -3600 }] },
    { severity: 'error', text: msg('admin.state.clock'), values: { host: 'two' } },
  ],
  [
    'silence of all devices',
    { seen: { hour: 0, day: 0, week: 2 } },
    { severity: 'warning', text: msg('admin.state.silent') },
  ],
])('%s are reported', (_, changes, finding) => {
  expect(found(changes)).toMatchObject([finding])
})

const lastAt = (created_at: string) => ({ created_at, size: 1, checked_at: null })

test.each<[string, Partial<Installation>, string]>([
  ['no mail server', { mail: { ...sound.mail, has_server: false } }, 'warning mailOff'],
  ['e-mails of which nothing is told', { mail: { ...sound.mail, has_server: null } }, 'warning mailUnknown'],
  ['no backup', { backup: { is_nightly: false, last: null, error: null } }, 'warning backupOff'],
  [
    'an old backup, and none at night',
    { backup: { is_nightly: false, last: lastAt(ago(100 * DAY)), error: null } },
    'warning backupOff',
  ],
  ['a first night to come', { backup: { is_nightly: true, last: null, error: null } }, 'warning backupNever'],
  ['backups of which nothing is told', { backup: null }, 'warning backupUnknown'],
  [
    'no archive, whatever it had before',
    { archive: { is_on: false, finished_at: ago(100 * DAY), error: null } },
    'info archiveOff',
  ],
  [
    'an archive that has nothing yet',
    { archive: { is_on: true, finished_at: null, error: null } },
    'warning archiveNever',
  ],
  ['an archive of which nothing is told', { archive: null }, 'warning archiveUnknown'],
])('a part that is not set up or unknown is reported, and not as working: %s', (_, changes, finding) => {
  expect(found(changes).map(({ severity, text }) => `${severity} ${text.split('.').at(-1)}`)).toEqual([
    finding,
  ])
})

test('a backup by hand counts like one at night', () => {
  expect(found({ backup: { is_nightly: false, last: lastAt(ago(DAY)), error: null } })).toEqual([])
})

test('serious findings come first', () => {
  const severities = found({
    housekeeping: { finished_at: null, error: null },
    mail: { ...sound.mail, failed: 1 },
    seen: { hour: 0, day: 0, week: 0 },
    oldest_delivery_at: ago(3 * MINUTE),
  }).map(({ severity }) => severity)
  expect(severities).toEqual(['error', 'warning', 'warning', 'warning'])
})

test('sizes have a suitable unit', () => {
  expect([0, 999, 1500, 2_340_000, 5.04e9, 1e12, -3e6].map((size) => formatBytes(size, 'en'))).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '2.3 MB',
    '5 GB',
    '1 TB',
    '-3 MB',
  ])
})
