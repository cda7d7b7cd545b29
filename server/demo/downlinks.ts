import type { DemoDevice } from './fleet'
import type { PastDownlink, Span } from './history'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What people sent to the device in the past; what was sent to a device that is silent now still waits. */
export function pastDownlinks({ number, silentDays, unused }: DemoDevice, span: Span): PastDownlink[] {
  if (unused) return []
  const at = (days: number) => span.from + days * DAY + number * 61_000
  const sent: PastDownlink[] = []
  if (number % 2 === 0) sent.push({ at: at(0.4), type: 'config', body: ['app config interval-sample 30'] })
  if (number % 3 === 0) sent.push({ at: at(1.7), type: 'shell', body: ['info show', 'kernel uptime'] })
  if (number % 5 === 0) sent.push({ at: at(2.6), type: 'shell', body: ['lte state'], cancelled: true })
  if (number % 7 === 0) sent.push({ at: at(3.1), type: 'data', body: { outputs: [0, 0, 1, 0] } })
  if (silentDays > 0) sent.push({ at: span.to + DAY / 2, type: 'shell', body: ['system reboot'] })
  return sent
}
