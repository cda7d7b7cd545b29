import type { JobAlert, JobAlertEvent } from '#contract/connectors'

/** Events of the sample alert, in their order. */
export const SAMPLE_ALERTS = ['opened', 'ended'] as const satisfies JobAlertEvent[]

const id = (last: number) => `00000000-0000-7000-8000-00000000000${last}`

/**
 * A fictitious alert.
 * @param page address of the console
 */
export function sampleAlert(event: JobAlertEvent, spaceId: string, page: string): JobAlert {
  const since = '2026-01-02T03:04:05.000Z'
  const ended_at = event === 'ended' ? '2026-01-02T04:05:06.000Z' : null
  const measured = { path: 'tank.level', label: 'level', unit: '%' }
  return {
    event,
    test: false,
    id: id(0),
    rule: { id: id(1), name: 'Reservoir nearly empty' },
    urgent: false,
    condition: { kind: 'below', path: 'tank.level', limit: 20, end: null, readings: 1, seconds: 0 },
    sentence: 'When level is below 20 %',
    opened_at: since,
    ended_at,
    flapping: null,
    device_count: 2,
    devices: [
      {
        id: id(2),
        name: 'reservoir-north',
        serial_number: '2159000001',
        ...measured,
        value: 12.5,
        since,
        ended_at,
      },
      {
        id: id(3),
        name: 'reservoir-south',
        serial_number: '2159000002',
        ...measured,
        value: 18,
        since,
        ended_at,
      },
    ],
    connector_count: 0,
    connectors: [],
    space: { id: spaceId, name: 'Waterworks' },
    url: `${page}/space/${spaceId}/alerts/${id(0)}`,
  }
}
